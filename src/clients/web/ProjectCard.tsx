import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { day } from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { PROJECTS, type ProjectCard as Card, call } from './clients-data.ts';
import styles from './ProjectCard.module.css';

/** What everybody who meets a project may know of it, to be read. */
export default function ProjectCard({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [...PROJECTS, 'card', id],
    queryFn: ({ signal }) => call('GET /api/project_cards/:id', { params: { id } }, { signal }),
    retry: false,
  });
  return (
    <Loaded query={query} skeleton={<Waiting rows={6} />}>
      {(card) => <Facts card={card} />}
    </Loaded>
  );
}

function Facts({ card }: { card: Card }) {
  const { t } = useTranslation();
  const facts: [label: string, value: string | null][] = [
    [t('clients.project'), card.name],
    [t('clients.code'), card.code],
    [t('clients.client'), card.client ?? t('clients.own_work')],
    [t('clients.managers'), card.managers.map(({ name }) => name).join(', ')],
    [t('clients.team'), card.team],
    [t('clients.status'), t(`clients.status_${card.status}`)],
    [t('clients.chargeable'), t(card.chargeable ? 'clients.yes' : 'clients.no')],
    [t('clients.starts_on'), card.starts_on && day(card.starts_on)],
    [t('clients.ends_on'), card.ends_on && day(card.ends_on)],
    [t('clients.task_types'), card.tasks.join(', ')],
    [t('clients.logging'), t(`clients.logging_${card.logging}`)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
