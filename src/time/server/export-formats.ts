import { type Text, said } from '../../kit/said.ts';

/** What the exports of other systems look like: which header tells which system, and what its columns mean. */

export const FORMATS = ['toggl', 'clockify', 'tempo', 'jira', 'harvest', 'tock', 'solidtime', 'redmine', 'generic'] as const;
export type Format = (typeof FORMATS)[number];

export type Field =
  | 'date'
  | 'start'
  | 'end_date'
  | 'end'
  | 'duration'
  | 'user'
  | 'email'
  | 'first_name'
  | 'last_name'
  | 'project'
  | 'project_code'
  | 'client'
  | 'task'
  | 'issue'
  | 'comment'
  | 'billable';

interface Layout {
  /** One of each of these headers must be there. */
  signature: readonly string[];
  /** Headers by meaning, the preferred one first. */
  fields: Partial<Record<Field, string>>;
  /** The order of `03/04/2024` where no cell of the file tells it. */
  habit?: 'mdy' | 'dmy';
  /** A line stands for the days from `date` to `end_date`, not for one day. */
  period?: boolean;
}

/** Headers are compared in small letters, without marks and accents; alternatives stand between bars. */
const layouts: Record<Format, Layout> = {
  toggl: {
    signature: ['start date', 'start time', 'duration', 'user|member|email'],
    fields: {
      date: 'start date',
      start: 'start time',
      end_date: 'end date|stop date',
      end: 'end time|stop time',
      duration: 'duration',
      user: 'user|member',
      email: 'email',
      project: 'project',
      client: 'client',
      task: 'task',
      comment: 'description',
      billable: 'billable',
    },
  },
  clockify: {
    signature: ['start date|date', 'duration (h)|time (h)|duration (decimal)|time (decimal)', 'project|description|user'],
    fields: {
      date: 'start date|date',
      start: 'start time',
      end_date: 'end date',
      end: 'end time',
      duration: 'duration (h)|time (h)|duration (decimal)|time (decimal)',
      user: 'user',
      email: 'email',
      project: 'project',
      client: 'client',
      task: 'task',
      comment: 'description',
      billable: 'billable',
    },
    habit: 'mdy',
  },
  tempo: {
    signature: ['issue key', 'work date', 'hours|logged hours|time spent (h)'],
    fields: {
      date: 'work date',
      duration: 'hours|logged hours|time spent (h)',
      user: 'full name|username',
      email: 'email|user email',
      project: 'project name',
      project_code: 'project key',
      client: 'account customer',
      task: 'activity name',
      issue: 'issue key',
      comment: 'work description|issue summary',
      billable: 'account category',
    },
  },
  jira: {
    signature: ['started|date started', 'time spent seconds|time spent (seconds)|time spent'],
    fields: {
      date: 'started|date started',
      duration: 'time spent seconds|time spent (seconds)|time spent',
      user: 'author|author name|user',
      email: 'author email|email',
      project: 'project|project name',
      project_code: 'project key',
      issue: 'issue|issue key|key',
      comment: 'work description|comment|description|summary|issue summary',
    },
  },
  harvest: {
    signature: ['date', 'hours', 'first name', 'last name'],
    fields: {
      date: 'date',
      duration: 'hours',
      first_name: 'first name',
      last_name: 'last name',
      email: 'email',
      project: 'project',
      project_code: 'project code',
      client: 'client',
      task: 'task',
      comment: 'notes',
      billable: 'billable',
    },
  },
  tock: {
    signature: ['period start', 'period end', 'hours'],
    fields: {
      date: 'period start',
      end_date: 'period end',
      duration: 'hours',
      user: 'user',
      email: 'email',
      project: 'project',
      client: 'agency|client',
      comment: 'notes',
      billable: 'billable',
    },
    period: true,
  },
  solidtime: {
    signature: ['start', 'end', 'member id', 'organization id'],
    fields: {
      date: 'start',
      end: 'end',
      user: 'member id',
      project: 'project id',
      client: 'client id',
      comment: 'description',
      billable: 'billable',
    },
  },
  redmine: {
    signature: ['date', 'hours', 'activity', 'issue id|issue|overtime'],
    fields: {
      date: 'date',
      duration: 'hours',
      user: 'user',
      email: 'email',
      project: 'project',
      task: 'activity',
      issue: 'issue id|issue',
      comment: 'comment|comments',
    },
  },
  generic: {
    signature: [],
    fields: {
      date:
        'date|day|work date|entry date|spent on|start date|datum|tag|leistungsdatum|buchungsdatum|arbeitstag|startdatum|jour|' +
        'date de debut|date du travail|fecha|dia|fecha de inicio',
      start:
        'start|start time|started|started at|begin|from|beginn|von|start zeit|startzeit|anfang|debut|heure de debut|inicio|' +
        'hora de inicio|hora inicio',
      end_date: 'end date|stop date|enddatum|date de fin|fecha de fin',
      end: 'end|end time|ended|ended at|stop|stop time|to|ende|bis|endzeit|fin|heure de fin|hora de fin|hora fin',
      duration:
        'hours|duration|duration (h)|duration (hours)|hours worked|worked hours|logged hours|hours spent|time spent|time (h)|' +
        'stunden|dauer|dauer (h)|std|std.|arbeitszeit|heures|duree|duree (h)|temps|horas|duracion|tiempo|' +
        'minutes|duration (minutes)|duration (min)|time (minutes)|minuten|dauer (min)|duree (min)|minutos|' +
        'seconds|duration (seconds)|duration (s)|time spent seconds|sekunden|secondes|segundos|decimal hours|time',
      user:
        'user|user name|username|employee|employee name|member|person|staff|consultant|author|full name|benutzer|nutzer|' +
        'mitarbeiter|mitarbeiterin|mitarbeitende|bearbeiter|utilisateur|collaborateur|employe|usuario|empleado|persona|name|nom|nombre',
      email:
        'email|e-mail|user email|mail|email address|e-mail address|e-mail-adresse|adresse e-mail|courriel|correo|correo electronico',
      first_name: 'first name|firstname|given name|vorname|prenom',
      last_name: 'last name|lastname|surname|family name|nachname|nom de famille|apellido|apellidos',
      project:
        'project|project name|engagement|matter|projekt|projektname|auftrag|projet|nom du projet|proyecto|nombre del proyecto',
      project_code:
        'project code|project key|project number|project no|project id|projektnummer|projektcode|projekt-nr.|code projet|' +
        'code du projet|codigo de proyecto|codigo del proyecto',
      client: 'client|client name|customer|customer name|kunde|kundenname|mandant|auftraggeber|cliente',
      task: 'task|task name|task type|activity|service|aufgabe|tatigkeit|taetigkeit|leistung|tache|activite|prestation|tarea|actividad',
      comment:
        'comment|comments|description|notes|note|remark|work description|kommentar|beschreibung|notiz|notizen|bemerkung|' +
        'commentaire|remarque|comentario|descripcion|notas|nota',
      billable: 'billable|chargeable|is billable|abrechenbar|verrechenbar|fakturierbar|facturable',
    },
  },
};

/** Places of the columns by meaning; text fields may have several, of which the first filled cell counts. */
export interface Columns {
  at: Record<Field, number[]>;
  habit: 'mdy' | 'dmy' | undefined;
  period: boolean;
}

function plain(header: string): string {
  return header
    .normalize('NFD')
    .replace(/[\u0300-\u036f\ufeff]/g, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/[?:*]+ *$/, '')
    .trim();
}

function placesOf(names: string | undefined, header: readonly string[]): number[] {
  return (names ?? '').split('|').flatMap((name) => {
    const place = name === '' ? -1 : header.indexOf(name);
    return place < 0 ? [] : place;
  });
}

/** Where a format's columns stand in a header. */
export function columnsOf(format: Format, header: readonly string[]): Columns {
  const names = header.map(plain);
  const { fields, habit, period } = layouts[format];
  const at = (field: Field): number[] => placesOf(fields[field], names);
  return {
    at: {
      date: at('date'),
      start: at('start'),
      end_date: at('end_date'),
      end: at('end'),
      duration: at('duration'),
      user: at('user'),
      email: at('email'),
      first_name: at('first_name'),
      last_name: at('last_name'),
      project: at('project'),
      project_code: at('project_code'),
      client: at('client'),
      task: at('task'),
      issue: at('issue'),
      comment: at('comment'),
      billable: at('billable'),
    },
    habit,
    period: period ?? false,
  };
}

/** Columns where a person says they are: `places` by what they hold, counted from 0. Others are not read. */
export function columnsAt(header: readonly string[], places: Partial<Record<Field, number>>): Columns {
  const { at, ...rest } = columnsOf('generic', header);
  const fields = Object.keys(at) as Field[];
  const chosen = fields.map((field): [Field, number[]] => {
    const place = places[field];
    return [field, place !== undefined && place < header.length ? [place] : []];
  });
  return { ...rest, at: Object.fromEntries(chosen) as Record<Field, number[]> };
}

/** Where the columns of a table seem to be, as a person may correct it. */
export function guessColumns(header: readonly string[]): Partial<Record<Field, number>> {
  const { at } = columnsOf('generic', header);
  return Object.fromEntries(Object.entries(at).flatMap(([field, [place]]) => (place === undefined ? [] : [[field, place]])));
}

/** What a header lacks to be read in a format, in words; undefined when it has enough. */
export function lacking({ at }: Columns): Text | undefined {
  const day = at.date.length > 0 || at.start.length > 0;
  if (!day) return said`a date`;
  const span = (at.start.length > 0 || at.date.length > 0) && at.end.length > 0;
  return at.duration.length > 0 || span ? undefined : said`a duration (or a start and an end)`;
}

/** The system that wrote an export, by its header; `generic` for any table with a date and a duration; else undefined. */
export function recogniseExport(header: readonly string[]): Format | undefined {
  const names = new Set(header.map(plain));
  const known = FORMATS.find((format) => {
    const { signature } = layouts[format];
    return signature.length > 0 && signature.every((alternatives) => alternatives.split('|').some((name) => names.has(name)));
  });
  return known ?? (lacking(columnsOf('generic', header)) === undefined ? 'generic' : undefined);
}
