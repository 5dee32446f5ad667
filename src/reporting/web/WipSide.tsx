import { useTranslation } from 'react-i18next';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { GroupSelect } from './GroupSelect.tsx';
import { MONEY_GROUPS } from './money-data.ts';
import type { MoneySideProps } from './MoneySide.tsx';
import { Paper } from './Paper.tsx';
import { ReportEmpty } from './ReportEmpty.tsx';
import { useWip, wipGroup } from './wip-data.ts';
import { WipFigures } from './WipFigures.tsx';
import { WipTable } from './WipTable.tsx';

const GROUPS = MONEY_GROUPS.filter((group) => wipGroup(group) === group);

/** What work was done and is neither billed nor written off, at the end of the period: the figures, and one table by age. */
export function WipSide({ report, values, set, drill, filters }: MoneySideProps) {
  const { t } = useTranslation();
  const { money, sort, page, per } = values;
  const query = useWip(report.body, { group: wipGroup(money), sort, page, per }, !report.tooLong);
  return (
    <Loaded
      query={query}
      skeleton={<Waiting rows={10} />}
      isEmpty={(data) => data.count === 0}
      empty={<ReportEmpty report={report} title={t('reporting.wip_none')} withheld={query.data?.withheld} />}
    >
      {(data) => (
        <>
          <Paper period={report.name} at={query.dataUpdatedAt} asOf={undefined} filters={filters} />
          <WipFigures report={data} filters={filters} />
          <GroupSelect options={GROUPS} value={wipGroup(money)} onChange={(next) => set({ money: next, page: 1, sort: '' })} />
          <WipTable
            report={data}
            sort={sort}
            drill={drill}
            onSort={(next) => set({ sort: next, page: 1 })}
            onPage={(next, perPage) => set({ page: next, per: perPage })}
          />
        </>
      )}
    </Loaded>
  );
}
