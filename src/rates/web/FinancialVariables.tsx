import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { flag, useAddress, word } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { BesideList, Button, ClosedPage, EmptyState, Loaded, PageTitle, SideList, useKeys, Waiting } from '../../web/ui/index.ts';
import { ExchangeRates } from './ExchangeRates.tsx';
import { ImportRates } from './ImportRates.tsx';
import { LineDrawer } from './LineDrawer.tsx';
import { OneLine } from './OneLine.tsx';
import { Targets } from './Targets.tsx';
import { type Details, type Line, PAGE, useDetails } from './rates-data.ts';

export const PATH = '/management/financial_variables';
/** In place of a service line: what currencies are worth. */
const EXCHANGE = 'exchange';
/** In place of a service line: target utilizations. */
const TARGETS = 'targets';

const codecs = { line: word(), edit: word(), import: flag() };

/** Service lines, what their roles cost and bring an hour, and what currencies are worth. */
export default function FinancialVariables() {
  const { t } = useTranslation();
  return useMayCall()('pricing_admin.details') ? <Variables /> : <ClosedPage title={t('rates.financial_variables')} />;
}

function Variables() {
  const { t } = useTranslation();
  const [{ line: wanted, edit, import: importing }, setAddress] = useAddress(codecs);
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', PAGE) && may('pricing_admin.update_variables');
  const query = useDetails();
  const add = (): void => setAddress({ edit: 'new' });
  useKeys(canEdit && !importing ? [{ keys: 'n', label: 'rates.add_line', run: add }] : []);
  const lines = query.data?.service_lines ?? [];
  const chosen = lines.find(({ id }) => id === wanted) ?? lines.find(({ is_active }) => is_active) ?? lines[0];
  const [isExchange, isTargets] = [wanted === EXCHANGE, wanted === TARGETS];
  if (importing && canEdit) return <ImportRates onClose={() => setAddress({ import: false })} />;
  const empty = (
    <EmptyState
      title={t('rates.no_lines')}
      text={t('rates.no_lines_text')}
      action={canEdit ? { label: t('rates.add_line'), onClick: add } : undefined}
    />
  );
  return (
    <>
      <PageTitle
        title={t('rates.financial_variables')}
        summary={isExchange ? t('rates.exchange') : isTargets ? t('rates.targets') : chosen?.name}
        actions={
          canEdit && (
            <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {t('rates.add_line')}
            </Button>
          )
        }
      />
      <Loaded query={query} skeleton={<Waiting rows={10} />}>
        {(details) => (
          <BesideList list={<LineList details={details} current={isExchange || isTargets ? wanted : chosen?.id} />}>
            {isExchange ? (
              <ExchangeRates details={details} canEdit={canEdit} />
            ) : isTargets ? (
              <Targets canEdit={canEdit} />
            ) : chosen ? (
              <OneLine
                key={chosen.id}
                line={chosen}
                sees={details.sees_cost}
                canEdit={canEdit}
                onEdit={() => setAddress({ edit: chosen.id })}
                onImport={() => setAddress({ import: true })}
              />
            ) : (
              empty
            )}
          </BesideList>
        )}
      </Loaded>
      <LineDrawer
        id={edit}
        line={lines.find(({ id }) => id === edit)}
        query={query}
        canEdit={canEdit}
        onClose={() => setAddress({ edit: '' })}
        onAdded={(id) => setAddress({ edit: '', line: id })}
      />
    </>
  );
}

function LineList({ details, current }: { details: Details; current: string | undefined }) {
  const { t } = useTranslation();
  const about = ({ is_active, roles }: Line): string =>
    is_active ? t('rates.roles_count', { count: roles.filter((role) => role.is_active).length }) : t('rates.archived');
  const inOrder = [...details.service_lines].sort((a, b) => Number(b.is_active) - Number(a.is_active));
  const lines = inOrder.map((line) => ({ id: line.id, name: line.name, about: about(line), search: { line: line.id } }));
  const others = [TARGETS, EXCHANGE].map((id) => ({ id, name: t(`rates.${id}`), search: { line: id } }));
  return <SideList label={t('rates.service_lines')} to={PATH} entries={[...lines, ...others]} current={current} />;
}
