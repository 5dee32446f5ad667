import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button.tsx';
import type { Form } from './form.ts';

/** The button under a form that stands on a page: there is something to save once something differs. */
export function SaveFoot<Draft extends object>({ form }: { form: Form<Draft> }) {
  const { t } = useTranslation();
  return (
    <div>
      <Button type="submit" level="primary" busy={form.busy} disabled={form.changed.length === 0}>
        {t('web.save')}
      </Button>
    </div>
  );
}
