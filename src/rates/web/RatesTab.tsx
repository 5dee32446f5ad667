import { IconChevronLeft, IconChevronRight, IconCopy, IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, whole, word } from '../../web/address.ts';
import { useLeaveGuard } from '../../web/form/index.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag, useSession } from '../../web/session.ts';
import {
  Button,
  EmptyState,
  type ExportFormat,
  ExportMenu,
  IconButton,
  Loaded,
  PHONE,
  Select,
  Waiting,
  announce,
  notify,
  useMedia,
  useReason,
} from '../../web/ui/index.ts';
import styles from './Rates.module.css';
import {
  type Line,
  PAGE,
  type Rate,
  type Sheet,
  call,
  dayOfYear,
  ratesOn,
  useCountries,
  useCurrencies,
  useRates,
} from './rates-data.ts';
import { RatesSheet } from './RatesSheet.tsx';
import { ReviewDrawer } from './ReviewDrawer.tsx';
import { type Draft, faultyCells, rowsOf, withCopied, writeAmount } from './sheet-draft.ts';

const FIRST_YEAR = 2000;
const LAST_YEAR = 2099;
const codecs = { country: word(), currency: word(), year: whole(Number(format.today().slice(0, 4)), FIRST_YEAR) };

export interface RatesTabProps {
  line: Line;
  sees: boolean;
  canEdit: boolean;
  onImport: (() => void) | undefined;
}

/** The sheet of a service line's rates: of one country, in one currency, in one year. */
export function RatesTab({ line, sees, canEdit, onImport }: RatesTabProps) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const may = useMayCall();
  const mayExport = usePageFlag('can_export', PAGE) && may('pricing_admin.nfi_export');
  const countries = useCountries();
  const currencies = useCurrencies();
  const usual = useSession(({ firm }) => firm?.countries.find(({ is_default }) => is_default)?.code);
  const known = (options: readonly { id: string }[], wanted: string): string | undefined =>
    options.find(({ id }) => id === wanted)?.id;
  const sheet: Sheet = {
    service_line_id: line.id,
    country: known(countries, values.country) ?? usual ?? countries[0]?.id ?? 'DE',
    currency: known(currencies, values.currency) ?? currencies[0]?.id ?? 'EUR',
  };
  const year = Math.min(values.year, LAST_YEAR);
  const day = dayOfYear(year);
  const query = useRates(sheet, day);
  const download = (kind: ExportFormat): Promise<void> =>
    call.download('GET /api/pricing_admin/nfi_export', `rates_${day}.${kind}`, {
      query: { format: kind, day, service_line_id: line.id },
    });
  const turn = (by: -1 | 1): void => setValues({ year: Math.min(LAST_YEAR, Math.max(FIRST_YEAR, year + by)) });
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.stepper} role="group" aria-label={t('rates.year')}>
          <IconButton label={t('rates.year_before')} icon={<IconChevronLeft size={16} />} onClick={() => turn(-1)} />
          <strong aria-live="polite">{year}</strong>
          <IconButton label={t('rates.year_after')} icon={<IconChevronRight size={16} />} onClick={() => turn(1)} />
        </div>
        <div className={styles.narrow}>
          <Select
            label={t('rates.country')}
            hideLabel
            options={countries}
            value={sheet.country}
            onChange={(country) => setValues({ country: country ?? '' })}
            clearable={false}
          />
        </div>
        <div className={styles.currency}>
          <Select
            label={t('rates.currency')}
            hideLabel
            options={currencies}
            value={sheet.currency}
            onChange={(currency) => setValues({ currency: currency ?? '' })}
            clearable={false}
          />
        </div>
        <div className={styles.toolsEnd}>
          {onImport && may('pricing_admin.nfi_import') && (
            <Button icon={<IconFileUpload size={16} aria-hidden="true" />} onClick={onImport}>
              {t('rates.import')}
            </Button>
          )}
          {mayExport && <ExportMenu download={download} />}
        </div>
      </div>
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {(rates) => (
          <Editor
            key={`${sheet.country} ${sheet.currency} ${day}`}
            line={line}
            sheet={sheet}
            year={year}
            rates={rates}
            sees={sees}
            canEdit={canEdit && year >= Number(format.today().slice(0, 4))}
          />
        )}
      </Loaded>
    </>
  );
}

interface EditorProps {
  line: Line;
  sheet: Sheet;
  year: number;
  rates: readonly Rate[];
  sees: boolean;
  canEdit: boolean;
}

/** The sheet with what was typed into it and is not applied yet. */
function Editor({ line, sheet, year, rates, sees, canEdit }: EditorProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const isPhone = useMedia(PHONE);
  const [draft, setDraft] = useState<Draft>(new Map());
  const [review, setReview] = useState(false);
  const editable = canEdit && !isPhone;
  const rows = rowsOf(line, rates);
  const day = dayOfYear(year);
  const digits = format.minorDigits(sheet.currency);
  const faulty = faultyCells(rows, draft);
  useLeaveGuard(() => draft.size > 0);
  const copy = async (): Promise<void> => {
    try {
      const before = await ratesOn(sheet, dayOfYear(year - 1));
      const next = withCopied(draft, rows, before, sees, (minor) => writeAmount(minor, digits, format.decimalSign()));
      setDraft(next);
      announce(t('rates.cells_changed', { count: next.size, shown: format.number(next.size) }));
      if (next.size === draft.size) notify.info(t('rates.copied_same', { year: year - 1 }));
    } catch (error) {
      notify.error(reason(error));
    }
  };
  if (rows.length === 0) return <EmptyState title={t('rates.no_roles')} text={t('rates.no_roles_text')} />;
  return (
    <>
      <p className={styles.hint}>
        {t(editable ? 'rates.as_of' : 'rates.as_of_read', { day: format.day(day), currency: sheet.currency })}
      </p>
      <RatesSheet
        name={t('rates.sheet', { line: line.name, year })}
        rows={rows}
        draft={draft}
        faulty={faulty}
        sees={sees}
        digits={digits}
        editable={editable}
        onDraft={setDraft}
        tools={
          editable && (
            <Button icon={<IconCopy size={16} aria-hidden="true" />} onClick={() => void copy()}>
              {t('rates.copy_year', { year: year - 1 })}
            </Button>
          )
        }
      />
      {draft.size > 0 && (
        <section className={styles.bar} aria-label={t('rates.pending')}>
          <span role="status">
            {t('rates.cells_changed', { count: draft.size, shown: format.number(draft.size) })}
            {faulty.size > 0 && <strong className={styles.wrong}> {t('rates.cells_faulty', { count: faulty.size })}</strong>}
          </span>
          <span className={styles.barActs}>
            <Button onClick={() => setDraft(new Map())}>{t('rates.discard')}</Button>
            <Button level="primary" disabled={faulty.size > 0} onClick={() => setReview(true)}>
              {t('rates.review')}
            </Button>
          </span>
        </section>
      )}
      {review && (
        <ReviewDrawer
          rows={rows}
          draft={draft}
          sheet={sheet}
          day={day}
          onClose={() => setReview(false)}
          onApplied={() => {
            setReview(false);
            setDraft(new Map());
          }}
        />
      )}
    </>
  );
}
