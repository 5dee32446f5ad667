/** A piece of SQL with its parameters apart from its text: values never become text. Pieces nest. */
export class Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  /** Whether a statement with this piece is planned for its values each time. */
  readonly planned: boolean;

  constructor(strings: readonly string[], values: readonly unknown[], planned = false) {
    this.strings = strings;
    this.values = values;
    this.planned = planned || values.some((value) => value instanceof Sql && value.planned);
  }

  /** The statement as PostgreSQL takes it, `$1 … $n`. */
  compile(): { text: string; values: unknown[]; planned: boolean } {
    const values: unknown[] = [];
    return { text: this.#render(values), values, planned: this.planned };
  }

  #render(values: unknown[]): string {
    let text = this.strings[0] ?? '';
    for (let index = 0; index < this.values.length; index++) {
      const value = this.values[index];
      if (value instanceof Sql) text += value.#render(values);
      else text += `$${values.push(value)}`;
      text += this.strings[index + 1] ?? '';
    }
    return text;
  }
}

/** Tag for statements and their pieces: ``sql`select … where tenant_id = ${tx.tenant}` ``. */
export const sql = (strings: TemplateStringsArray, ...values: unknown[]): Sql => new Sql(strings, values);

/** Text that is part of the program (a column, a direction), never of a request. */
export const raw = (text: string): Sql => new Sql([text], []);

/**
 * Marks a piece whose best plan depends on its values: a period of a day or of ten years. The statement that it is part of is
 * planned at each call; a plan kept for any period took three times as long for a year as one made for it.
 */
export const planned = (piece: Sql): Sql => new Sql(piece.strings, piece.values, true);

/** Joins pieces with a separator; no pieces give `empty`. */
export function join(pieces: readonly Sql[], separator: string, empty = ''): Sql {
  if (pieces.length === 0) return raw(empty);
  return new Sql(['', ...pieces.slice(1).map(() => separator), ''], pieces);
}

/** All conditions together; none is `true`. Undefined pieces fall out. */
export const and = (...pieces: (Sql | undefined)[]): Sql =>
  join(
    pieces.filter((piece) => piece !== undefined),
    ' and ',
    'true',
  );

const FEW = 4;
/**
 * `column in (…)` for keys: a few as parameters of their own, so that the plan of one is kept for all; more as an array,
 * which is planned by its length. No keys are `false`.
 */
export function among(column: string, keys: readonly string[], type = 'uuid'): Sql {
  if (keys.length === 0) return raw('false');
  if (keys.length > FEW) return sql`${raw(column)} = any(${keys}::${raw(type)}[])`;
  const pieces = keys.map((key) => sql`${key}::${raw(type)}`);
  return sql`${raw(column)} in (${join(pieces, ', ')})`;
}
