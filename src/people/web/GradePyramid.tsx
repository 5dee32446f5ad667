import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../web/charts/index.ts';
import { number } from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { USERS, call } from './people-data.ts';
import type { userQuery } from './user-list.ts';

/** How many people of each grade the filters show, the highest grade on top. */
export default function GradePyramid({ filters }: { filters: Omit<ReturnType<typeof userQuery>, 'page' | 'per_page'> }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [...USERS, 'list', 'pyramid', filters],
    queryFn: ({ signal }) => call('POST /api/users/pyramid', { query: filters }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query} skeleton={<Waiting rows={4} />}>
      {(grades) => {
        const total = grades.reduce((sum, { people }) => sum + people, 0);
        const top = grades.toReversed();
        return (
          <BarChart
            caption={t('people.pyramid_caption', { count: total, shown: number(total) })}
            about={t('people.grade')}
            names={top.map(({ grade }) => grade)}
            series={[{ name: t('people.people'), values: top.map(({ people }) => people) }]}
            show={(people) => number(people)}
          />
        );
      }}
    </Loaded>
  );
}
