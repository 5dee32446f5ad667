import { useTranslation } from 'react-i18next';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { Choice } from './Choice.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { MoneyFigures } from './MoneyFigures.tsx';
import { MoneyPicture } from './MoneyPicture.tsx';
import { MoneyTable } from './MoneyTable.tsx';
import { type MoneyDrill, type MoneyGroup, MONEY_GROUPS, useMoney, useMoneyByMonth } from './money-data.ts';
import { PICTURES, type Picture } from './money-pictures.ts';
import { Paper } from './Paper.tsx';
import { type Comparison, besideOf } from './period.ts';
import { ReportEmpty } from './ReportEmpty.tsx';
import type { ReportState } from './use-report.ts';
import { MONEY_ROWS, type MoneyRows, useWip } from './wip-data.ts';
import { WipFigure } from './WipFigures.tsx';
import { WipSide } from './WipSide.tsx';

export interface MoneyStanding {
  money: MoneyGroup;
  picture: Picture;
  compare: Comparison;
  rows: MoneyRows;
  sort: string;
  page: number;
  per: number;
}

export interface MoneySideProps {
  report: ReportState;
  values: MoneyStanding;
  set: (change: Partial<MoneyStanding>) => void;
  drill: MoneyDrill;
  /** The filters in words, for definitions and for paper. */
  filters: string;
}

/** What was earned over the period, or the work in progress at its end. Nobody knows what stood of it as of a day gone by. */
export default function MoneySide(props: MoneySideProps) {
  const { report, values, set } = props;
  const { t } = useTranslation();
  if (report.tooLong) return <ReportEmpty report={report} title="" />;
  if (report.asOf) return <EarnedSide {...props} />;
  return (
    <>
      <Choice
        label={t('reporting.money_rows')}
        options={MONEY_ROWS}
        name="rows"
        value={values.rows}
        onChange={(next) => set({ rows: next, page: 1, sort: '' })}
      />
      {values.rows === 'wip' ? <WipSide {...props} /> : <EarnedSide {...props} />}
    </>
  );
}

/** What hours are worth and what they bring: figures with their formulae, one picture, one table. */
function EarnedSide({ report, values, set, drill, filters }: MoneySideProps) {
  const { t } = useTranslation();
  const { money: group, picture, compare, sort, page, per } = values;
  const { body, period } = report;
  const view = { group, sort, page, per, beside: besideOf(period, compare) };
  const query = useMoney(body, view, true);
  const months = useMoneyByMonth(body, true);
  const wip = useWip(body, { group: 'client', sort: '', page: 1, per: 1 }, !report.asOf);
  return (
    <Loaded
      query={query}
      skeleton={<Waiting rows={10} />}
      isEmpty={(data) => data.count === 0}
      empty={<ReportEmpty report={report} title={t('reporting.money_none')} withheld={query.data?.withheld} />}
    >
      {(data) => (
        <>
          <Paper period={report.name} at={query.dataUpdatedAt} asOf={report.asOf} filters={filters} />
          <MoneyFigures report={data} months={months.data?.rows ?? []} period={report.name} filters={filters}>
            {!report.asOf && wip.data && !wip.data.withheld && (
              <WipFigure report={wip.data} filters={filters} link={drill.toWip} />
            )}
          </MoneyFigures>
          <Choice
            label={t('reporting.picture')}
            options={PICTURES}
            name="picture"
            value={picture}
            onChange={(next) => set({ picture: next })}
          />
          <MoneyPicture
            picture={picture}
            report={data}
            months={months.data?.rows ?? []}
            onMonth={drill.toMonth}
            onSort={(next) => set({ sort: next, page: 1 })}
          />
          <GroupSelect options={MONEY_GROUPS} value={group} onChange={(next) => set({ money: next, page: 1, sort: '' })} />
          <MoneyTable
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
