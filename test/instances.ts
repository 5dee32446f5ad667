/** A JSON schema as contracts carry it. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  format?: string;
  pattern?: string;
}

/** Where the fields of an instance come from. */
export interface Source {
  /** Whether a field that may be left out is there. */
  wants(): boolean;
  /** One of the entries. */
  pick<T>(list: readonly T[]): T;
  /** Ids that exist. */
  ids: readonly string[];
}

/** Texts for the patterns that contracts use. */
const byPattern: readonly [pattern: RegExp, text: string][] = [
  [/\[A-Z\]\{2\}/, 'DE'],
  [/\[A-Z\]\{3\}/, 'EUR'],
  [/\\d\{4\}-W/, '2026-W10'],
  [/W\[0-5\]/, '2026-W10'],
  [/password/, 'password'],
];

function textOf(schema: Schema, source: Source): string {
  if (schema.format === 'uuid') return source.pick(source.ids);
  if (schema.format === 'date') return source.pick(['2026-03-02', '2026-03-06', '2026-12-31']);
  if (schema.format === 'date-time') return '2026-03-02T08:00:00Z';
  if (schema.format === 'email') return `p${Math.random().toString(36).slice(2)}@example.org`;
  const known = byPattern.find(([pattern]) => schema.pattern !== undefined && pattern.test(schema.pattern));
  if (known) return known[1];
  const text = source.pick(['Name', 'Einträge & Söhne', 'x']);
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
}

/** A value that a schema takes, as far as one can tell without knowing what it means. */
export function instanceOf(schema: Schema, source: Source): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return source.pick(schema.enum);
  if (schema.anyOf) return instanceOf(source.pick(schema.anyOf), source);
  const type = Array.isArray(schema.type) ? source.pick(schema.type) : schema.type;
  switch (type) {
    case 'object': {
      const entries = Object.entries(schema.properties ?? {}).filter(
        ([name]) => schema.required?.includes(name) || source.wants(),
      );
      return Object.fromEntries(entries.map(([name, part]) => [name, instanceOf(part, source)]));
    }
    case 'array': {
      const length = Math.min(Math.max(schema.minItems ?? 0, source.wants() ? 1 : 0), schema.maxItems ?? 1);
      return Array.from({ length }, () => instanceOf(schema.items ?? {}, source));
    }
    case 'integer':
    case 'number':
      return Math.min(Math.max(schema.minimum ?? 0, source.pick([0, 1, 60])), schema.maximum ?? 1000);
    case 'boolean':
      return source.wants();
    case 'null':
      return null;
    case 'string':
      return textOf(schema, source);
    default:
      return source.pick([1, 'x', null]);
  }
}

/** Every name of a field that a schema declares, at any depth. */
export function fieldsOf(schema: Schema | undefined): Set<string> {
  const names = new Set<string>();
  const walk = (part: Schema | boolean | undefined): void => {
    if (part === undefined || typeof part === 'boolean') return;
    for (const [name, inner] of Object.entries(part.properties ?? {})) {
      names.add(name);
      walk(inner);
    }
    for (const inner of [
      ...(part.anyOf ?? []),
      part.items,
      part.additionalProperties,
      ...Object.values(part.patternProperties ?? {}),
    ])
      walk(inner);
  };
  walk(schema);
  return names;
}
