import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, NumberField, Select } from '../../web/ui/index.ts';
import {
  type Figures,
  type Floors,
  type Tier,
  effectiveRate,
  marginOf,
  marginRatio,
  recoveryOf,
  underRecovery,
} from '../rules.ts';
import { WANTS, WAYS, type Wish } from '../rules/solve.ts';
import type { Preview } from './preview.ts';
import styles from './Pricing.module.css';
import type { Table, Worst } from './pricing-data.ts';
import { NONE, hundredths, margin, recovery, share } from './words.ts';

export interface ResultPanelProps {
  /** Changes with each key, without the sheet being drawn again. */
  preview: Preview;
  currency: string;
  sees: boolean;
  floors: Floors;
}

/** What the pricing comes to, at once and with every key. */
export function ResultPanel({ preview, currency, sees, floors }: ResultPanelProps) {
  const { t } = useTranslation();
  const { figures, settled } = useSyncExternalStore(preview.subscribe, preview.get);
  const money = (minor: number | null): string => (minor === null ? NONE : format.money(minor, currency));
  const [share_, marginShare] = [recoveryOf(figures), marginRatio(figures)];
  const isBelow = (ratio: number | null, target: number | null): boolean =>
    ratio !== null && target !== null && ratio * 10_000 < target;
  const rows: [string, string, { main?: boolean; below?: boolean }?][] = [
    [t('pricing.standard'), money(figures.standard)],
    [t('pricing.under_recovery'), money(underRecovery(figures))],
    [t('pricing.fee'), `${settled ? '' : '≈ '}${money(figures.fee)}`, { main: true }],
    [t('pricing.recovery'), share(share_), { main: true, below: isBelow(share_, floors.target_recovery) }],
    [t('pricing.charged'), money(figures.charged)],
    [t('pricing.paid'), money(figures.paid)],
    [t('pricing.nfi'), money(figures.nfi)],
    ...(figures.nfi_card === null || figures.nfi_card === 0
      ? []
      : [[t('pricing.nfi_card'), money(figures.nfi_card)] as [string, string]]),
    ...(sees
      ? [
          [t('pricing.cost'), money(figures.cost)] as [string, string],
          [t('pricing.margin_amount'), money(marginOf(figures))] as [string, string],
          [t('pricing.margin'), share(marginShare), { main: true, below: isBelow(marginShare, floors.target_margin) }] as [
            string,
            string,
            { main?: boolean; below?: boolean },
          ],
        ]
      : []),
    [t('pricing.hours'), format.hoursOfMinutes(figures.minutes)],
    [t('pricing.effective_rate'), money(effectiveRate(figures))],
  ];
  return (
    <section className={styles.card} aria-label={t('pricing.result')}>
      <h2>{t('pricing.result')}</h2>
      <dl className={styles.figures}>
        {rows.map(([name, value, look]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt data-main={look?.main || undefined}>{name}</dt>
            <dd data-main={look?.main || undefined} className={look?.below ? styles.below : undefined}>
              {value}
              {look?.below && (
                <>
                  {' '}
                  <IconAlertTriangle size={14} aria-label={t('pricing.below_target')} role="img" />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {floors.target_recovery !== null && (
        <p className={styles.hint}>
          {t('pricing.targets', {
            target: hundredths(floors.target_recovery),
            floor: floors.floor_recovery === null ? NONE : hundredths(floors.floor_recovery),
          })}
        </p>
      )}
    </section>
  );
}

export interface SolverProps {
  sees: boolean;
  currency: string;
  busy: boolean;
  onSolve: (wish: Wish) => void;
}

/** The way back: from a wanted margin, recovery or fee to the hours or the fee that bring it. */
export function Solver({ sees, currency, busy, onSolve }: SolverProps) {
  const { t } = useTranslation();
  const [want, setWant] = useState<Wish['want']>('recovery');
  const [by, setBy] = useState<Wish['by']>('discount');
  const [value, setValue] = useState<number>();
  const digits = want === 'fee' ? format.minorDigits(currency) : 2;
  const solve = (): void => {
    if (value === undefined) return;
    onSolve({ want, by, value: Math.round(value * (want === 'fee' ? 10 ** digits : 100)) });
  };
  return (
    <section className={styles.card} aria-label={t('pricing.solver')}>
      <h2>{t('pricing.solver')}</h2>
      <div className={styles.stack}>
        <Select
          label={t('pricing.want')}
          options={WANTS.filter((id) => id !== 'margin' || sees).map((id) => ({ id, name: t(`pricing.want_${id}`) }))}
          value={want}
          onChange={(id) => {
            setWant(WANTS.find((each) => each === id) ?? 'recovery');
            setValue(undefined);
          }}
          clearable={false}
          searchable={false}
        />
        <NumberField
          label={t('pricing.wanted')}
          value={value}
          onChange={setValue}
          digits={digits}
          min={0}
          max={want === 'fee' ? 10_000_000_000 : 1000}
          unit={want === 'fee' ? currency : '%'}
          onEnter={solve}
        />
        <Select
          label={t('pricing.by')}
          options={WAYS.map((id) => ({ id, name: t(`pricing.by_${id}`) }))}
          value={by}
          onChange={(id) => setBy(WAYS.find((each) => each === id) ?? 'discount')}
          clearable={false}
          searchable={false}
        />
        <Button onClick={solve} busy={busy} disabled={value === undefined}>
          {t('pricing.solve')}
        </Button>
      </div>
    </section>
  );
}

export interface WorstPanelProps {
  worst: Worst;
  tables: readonly Table[];
  sees: boolean;
}

/** The worst place, who must approve, and what becomes of it when things go worse. */
export function WorstPanel({ worst, tables, sees }: WorstPanelProps) {
  const { t } = useTranslation();
  const table = worst.table === null ? undefined : tables[worst.table];
  const line = worst.line === null ? undefined : table?.lines[worst.line];
  return (
    <section className={styles.card} aria-label={t('pricing.worst')}>
      <h2>{t('pricing.worst')}</h2>
      <p>
        {t('pricing.needs')} <strong>{worst.figures.tier}</strong>
      </p>
      {table && line && <p>{t('pricing.worst_line', { table: table.name, line: [line.role, line.grade].join(', ') })}</p>}
      <Cases cases={worst.stresses} sees={sees} />
    </section>
  );
}

type Case = Figures & { stress: string; tier: Tier };

/** What a pricing has left when it takes more hours, higher grades, or other currencies fall. */
export function Cases({ cases, sees }: { cases: readonly Case[]; sees: boolean }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.figures}>
      {cases.map((each) => (
        <div key={each.stress} style={{ display: 'contents' }}>
          <dt>{t(`pricing.stress_${each.stress}`)}</dt>
          <dd>
            {sees && each.cost !== null
              ? t('pricing.stress_both', { recovery: recovery(each), margin: margin(each) })
              : recovery(each)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
