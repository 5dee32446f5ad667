import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { asked } from './confirm.ts';
import layout from './layout.module.css';
import { Modal } from './Modal.tsx';
import { TextInput } from './TextInput.tsx';

/** Where questions appear; stands once, in the shell. */
export default function ConfirmHost() {
  const { question } = useSyncExternalStore(asked.subscribe, asked.get);
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const no = (): void => {
    setTyped('');
    question?.answer(false);
  };
  const ready = !question?.typed || typed.trim() === question.typed;
  const yes = (): void => {
    if (!ready) return;
    setTyped('');
    question?.answer(true);
  };
  return (
    <Modal open={question !== undefined} onClose={no} title={question?.title ?? ''} centered>
      <div className={layout.stack}>
        <p>{question?.text}</p>
        {question?.typed && (
          <TextInput
            label={t('web.type_to_confirm', { word: question.typed })}
            value={typed}
            onChange={setTyped}
            extra={question.typed}
            onEnter={yes}
            autoFocus
          />
        )}
        <div className={layout.end}>
          <Button onClick={no}>{t('web.cancel')}</Button>
          <Button
            level={question?.danger ? 'danger' : 'primary'}
            disabled={!ready}
            onClick={yes}
            data-autofocus={!question?.typed || undefined}
          >
            {question?.action}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
