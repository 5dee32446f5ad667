import { createHash } from 'node:crypto';

/** A package as the lock file has it. */
interface Locked {
  version?: string;
  name?: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  /** Of the product itself alone. */
  devDependencies?: Record<string, string>;
}

export interface Lock {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}

interface Component {
  type: 'library';
  'bom-ref': string;
  group?: string;
  name: string;
  version: string;
  scope: 'required' | 'optional' | 'excluded';
  hashes: { alg: string; content: string }[];
  licenses: ({ license: { id: string } } | { expression: string })[];
  purl: string;
}

/** A bill of materials in CycloneDX 1.6 (ECMA-424). */
export interface Bom {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: 1;
  metadata: {
    component: { type: 'application'; 'bom-ref': string; name: string; version: string; licenses: Component['licenses'] };
  };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const MODULES = 'node_modules/';
const folderName = (place: string): string => place.slice(place.lastIndexOf(MODULES) + MODULES.length);
/** A package may lie under another name than its own. */
const nameAt = (place: string, { name }: Locked): string => name ?? folderName(place);

/** The address of a package as package-url writes it: the scope's sign is escaped. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const licencesOf = (license: string | undefined): Component['licenses'] => {
  if (license === undefined) return [];
  return /[ ()]/.test(license) ? [{ expression: license.replace(/^\((.*)\)$/, '$1') }] : [{ license: { id: license } }];
};

const HASHES: Readonly<Record<string, string>> = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' };

const hashesOf = (integrity: string | undefined): Component['hashes'] =>
  (integrity ?? '').split(' ').flatMap((part) => {
    const [, algorithm = '', digest = ''] = /^(sha\d+)-(.+)$/.exec(part) ?? [];
    const alg = HASHES[algorithm];
    return alg ? [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] : [];
  });

/** Where Node would find a package that another one asks for: in its own folder, then in those above it. */
function resolve(packages: Lock['packages'], from: string, wanted: string): string | undefined {
  for (let at = from; ; ) {
    const place = at === '' ? MODULES + wanted : `${at}/${MODULES}${wanted}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
    const above = at.lastIndexOf(`/${MODULES}`);
    at = above < 0 ? '' : at.slice(0, above);
  }
}

/** Dev dependencies are no part of what runs, what a platform may lack is optional. */
const scopeOf = ({ dev, optional, devOptional }: Locked): Component['scope'] =>
  dev || devOptional ? 'excluded' : optional ? 'optional' : 'required';

function componentOf(place: string, locked: Locked): Component {
  const full = nameAt(place, locked);
  const [name = '', group] = full.split('/').reverse();
  const purl = purlOf(full, locked.version ?? '');
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group ? { group } : {}),
    name,
    version: locked.version ?? '',
    scope: scopeOf(locked),
    hashes: hashesOf(locked.integrity),
    licenses: licencesOf(locked.license),
    purl,
  };
}

const RANK = { required: 0, optional: 1, excluded: 2 } as const;

/** Everything that the lock file names, what each asks for, and nothing that is not in it: the same lock gives the same bill. */
export function billOf(lock: Lock): Bom {
  const places = Object.entries(lock.packages).filter(([place]) => place.includes(MODULES));
  const components = new Map<string, Component>();
  const asks = new Map<string, Set<string>>();
  const refs = new Map(places.map(([place, locked]) => [place, purlOf(nameAt(place, locked), locked.version ?? '')]));
  const wantsOf = (place: string, asking: Locked): string[] =>
    Object.keys({
      ...asking.peerDependencies,
      ...asking.optionalDependencies,
      ...asking.devDependencies,
      ...asking.dependencies,
    }).flatMap((wanted) => {
      const found = resolve(lock.packages, place, wanted);
      return found === undefined ? [] : (refs.get(found) ?? []);
    });
  for (const [place, locked] of places) {
    const component = componentOf(place, locked);
    const known = components.get(component.purl);
    // The same package may lie in several places: it counts by the one that matters most.
    if (!known || RANK[component.scope] < RANK[known.scope]) components.set(component.purl, component);
    const set = asks.get(component.purl) ?? new Set();
    for (const ref of wantsOf(place, locked)) set.add(ref);
    asks.set(component.purl, set);
  }
  const root = purlOf(lock.name, lock.version);
  asks.set(root, new Set(wantsOf('', lock.packages[''] ?? {})));
  const digest = createHash('sha256').update(JSON.stringify(lock)).digest('hex');
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name: lock.name,
        version: lock.version,
        licenses: licencesOf(lock.packages['']?.license),
      },
    },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
    dependencies: [...asks].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })).sort((a, b) => (a.ref < b.ref ? -1 : 1)),
  };
}

/** Licences that ask for no more than their text and the names of the authors. */
const FREE = new Set(
  (
    'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 CC-BY-3.0 CC-BY-4.0 Unlicense PSF-2.0 ' +
    'Python-2.0 WTFPL'
  ).split(' '),
);

/** Licences that bind changes of the package itself, for packages that we use as they are. */
const AS_IT_IS: readonly { licence: string; packages: RegExp; only?: Component['scope'] }[] = [
  // The picture library: a shared library of its own, loaded and not linked into anything.
  { licence: 'LGPL-3.0-or-later', packages: /^@img\/sharp-/ },
  // The typeface of documents: font files that are embedded in what is printed, and not sold on their own.
  { licence: 'OFL-1.1', packages: /^@expo-google-fonts\// },
  // Tools of the build and of the tests, of which nothing is handed on.
  { licence: 'MPL-2.0', packages: /./, only: 'excluded' },
];

/** Whether an SPDX expression (`A OR B`, `A AND B`, in brackets) can be met by licences that are taken. */
export function isTaken(expression: string, isFree: (licence: string) => boolean): boolean {
  const words = expression.match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = (): boolean => {
    if (words[at] !== '(') return isFree(words[at++] ?? '');
    at++;
    const inner = either();
    at++;
    return inner;
  };
  const both = (): boolean => {
    let taken = one();
    for (; words[at] === 'AND'; ) {
      at++;
      taken = one() && taken;
    }
    return taken;
  };
  function either(): boolean {
    let taken = both();
    for (; words[at] === 'OR'; ) {
      at++;
      taken = both() || taken;
    }
    return taken;
  }
  return words.length > 0 && either() && at === words.length;
}

/** What is wrong with a bill: a licence that is not taken or not said, a package that nothing proves. One line each. */
export function faultsOf({ components }: Bom): string[] {
  return components.flatMap(({ purl, group, name, version, scope, licenses, hashes }) => {
    const full = group ? `${group}/${name}` : name;
    const isFree = (licence: string): boolean =>
      FREE.has(licence) ||
      AS_IT_IS.some((each) => each.licence === licence && each.packages.test(full) && (!each.only || each.only === scope));
    const [first] = licenses;
    const expression = first && ('expression' in first ? first.expression : first.license.id);
    return [
      ...(expression === undefined ? [`${purl} names no licence.`] : []),
      ...(expression !== undefined && !isTaken(expression, isFree) ? [`${purl} is under ${expression}.`] : []),
      ...(hashes.some(({ alg }) => alg === 'SHA-512') ? [] : [`${purl} has no SHA-512.`]),
      ...(version === '' ? [`${purl} has no version.`] : []),
    ];
  });
}

/** What `npm audit --json` says of one package. */
export interface Vulnerable {
  name: string;
  severity: string;
  via: (string | { source: number; title: string; severity: string; url?: string })[];
}

/** An advisory that is known and waits to be mended: since when, and why it may wait. */
export interface Known {
  source: number;
  seen: string;
  why: string;
}

/** Days that an advisory may wait from the day it is noted. */
const MAY_WAIT: Readonly<Record<string, number>> = { critical: 7, high: 30 };
const DAY = 86_400_000;

/** The advisories that stop a release today: high and critical ones that are not noted, or were noted too long ago. */
export function overdue(report: Readonly<Record<string, Vulnerable>>, known: readonly Known[], today: string): string[] {
  const advisories = new Map(
    Object.values(report).flatMap(({ name, via }) =>
      via.flatMap((each) => (typeof each === 'string' ? [] : [[each.source, { ...each, name }] as const])),
    ),
  );
  return [...advisories.values()].flatMap(({ source, name, severity, title }) => {
    const most = MAY_WAIT[severity];
    if (most === undefined) return [];
    const noted = known.find((each) => each.source === source);
    if (!noted) return [`${severity}: ${name}: ${title} (${source})`];
    const days = Math.floor((Date.parse(today) - Date.parse(noted.seen)) / DAY);
    return days <= most
      ? []
      : [`${severity}: ${name}: ${title} (${source}), noted ${days} days ago, of ${most} that it may wait`];
  });
}
