import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, Loaded, Waiting } from '../../web/ui/index.ts';
import type { InputOf } from '../../kit/endpoint.ts';
import type { leaveContract } from '../contract.ts';
import styles from './Leave.module.css';
import { RULES, call } from './leave-data.ts';
import { inDays } from './words.ts';

type Asked = InputOf<(typeof leaveContract)['POST /api/pto/preview']>['body'];

/** Who gains and who loses by a rule as it stands in the form; asked for when somebody wants to know. */
export function PolicyEffect({ asked }: { asked: Asked }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<Asked>();
  const isStale = open !== undefined && JSON.stringify(open) !== JSON.stringify(asked);
  const query = useQuery({
    queryKey: [...RULES, 'effect', open],
    queryFn: ({ signal }) => call('POST /api/pto/preview', { body: open ?? {} }, { signal }),
    enabled: open !== undefined,
    retry: false,
  });
  const number = (count: number): string => format.number(count);
  return (
    <section className={styles.effect} aria-label={t('leave.effect')}>
      <Button size="sm" onClick={() => setOpen(asked)} busy={query.isFetching}>
        {t(isStale ? 'leave.effect_again' : 'leave.effect')}
      </Button>
      {open !== undefined && (
        <Loaded query={query} skeleton={<Waiting rows={3} />}>
          {({ as_of, gain, lose, same, people }) => (
            <div data-stale={isStale || undefined}>
              <p role="status">
                {t('leave.effect_counts', { gain: number(gain), lose: number(lose), same: number(same), day: format.day(as_of) })}
              </p>
              {people.length > 0 && (
                <section className={styles.scroll} aria-label={t('leave.effect_people')} tabIndex={0}>
                  <table className={styles.lines}>
                    <caption>{t('leave.effect_people')}</caption>
                    <thead>
                      <tr>
                        <th scope="col">{t('leave.person')}</th>
                        {['effect_before', 'effect_after', 'effect_change'].map((key) => (
                          <th key={key} scope="col" data-right>
                            {t(`leave.${key}`)}
                          </th>
                        ))}
                      </tr>
                    </thead>
                    <tbody>
                      {people.map(({ user_id, user, day_minutes, before, after }) => (
                        <tr key={user_id}>
                          <td>{user}</td>
                          <td data-right>{inDays(before, day_minutes)}</td>
                          <td data-right>{inDays(after, day_minutes)}</td>
                          <td data-right data-below={after < before || undefined}>
                            {after > before ? '+' : ''}
                            {inDays(after - before, day_minutes)}
                          </td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </section>
              )}
            </div>
          )}
        </Loaded>
      )}
    </section>
  );
}
