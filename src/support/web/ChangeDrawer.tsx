import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { Button, Drawer, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import styles from './Audit.module.css';
import { type AuditEvent, actionName, actorName, entityName, fieldNames, useChange } from './audit-data.ts';

export interface ChangeDrawerProps {
  /** Id of an event; empty: closed. */
  id: string;
  /** The event, where the list has it. */
  row: AuditEvent | undefined;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  /** Shows everything that happened to the same thing. */
  onHistory: (row: AuditEvent) => void;
}

/** One event with everything that is known of it: what was there before beside what came after. */
export function ChangeDrawer({ id, row, onHistory, ...drawer }: ChangeDrawerProps) {
  const { t } = useTranslation();
  const query = useChange(id, row === undefined);
  const known = row ?? query.data ?? undefined;
  const gone = <EmptyState title={t('support.gone')} />;
  const title = known ? `${actionName(t, known.action)}: ${entityName(t, known.entity)}` : t('support.event');
  return (
    <Drawer
      {...drawer}
      open={id !== ''}
      title={title}
      size="wide"
      actions={known && <Button onClick={() => onHistory(known)}>{t('support.history')}</Button>}
    >
      {known ? (
        <Event row={known} />
      ) : query.isEnabled ? (
        <Loaded query={query} skeleton={<Waiting rows={6} />}>
          {() => gone}
        </Loaded>
      ) : (
        gone
      )}
    </Drawer>
  );
}

function Event({ row }: { row: AuditEvent }) {
  const { t } = useTranslation();
  const facts: [name: string, value: string | null, code?: boolean][] = [
    [t('support.when'), instant(row.at)],
    [t('support.who'), actorName(t, row)],
    [t('support.id'), row.entity_id, true],
    [t('support.address'), row.ip],
    [t('support.request'), row.request_id, true],
  ];
  return (
    <div className={styles.event}>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value, code]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{code ? <code>{value}</code> : value}</dd>
              </div>
            ),
        )}
      </dl>
      <Difference before={row.before} after={row.after} />
    </div>
  );
}

type Facts = AuditEvent['before'];

/** A value as it is kept, in a form to read: texts as they are, everything else as JSON writes it. */
const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 1);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Field by field, before beside after. What came into being has no before, what went has no after. */
function Difference({ before, after }: { before: Facts; after: Facts }) {
  const { t } = useTranslation();
  const fields = fieldNames({ before, after });
  if (fields.length === 0) return <p className={styles.none}>{t('support.nothing_more')}</p>;
  const sides = [
    ...(before ? [{ id: 'before', name: t('support.before'), facts: before }] : []),
    ...(after ? [{ id: 'after', name: before ? t('support.after') : t('support.facts'), facts: after }] : []),
  ];
  return (
    <table className={styles.difference}>
      <caption>{sides.length > 1 ? t('support.difference') : t('support.fields')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('support.field')}</th>
          {sides.map(({ id, name }) => (
            <th key={id} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field} data-changed={(before && after && !same(before[field], after[field])) || undefined}>
            <th scope="row">
              <code>{field}</code>
            </th>
            {sides.map(({ id, facts }) => (
              <td key={id} data-side={id}>
                <code>{shown(facts[field])}</code>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
