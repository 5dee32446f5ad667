import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import { Button, DropZone, EXTRA, Modal, TextInput, notify, useReason } from '../../web/ui/index.ts';
import { EMPTY_DRAFT, MOST_IMAGES, type TicketDraft, attach, call, pageName, ticketDraft } from './tickets-data.ts';
import { TicketPictures } from './TicketPictures.tsx';
import styles from './Tickets.module.css';

export interface TicketModalProps {
  open: boolean;
  /** Key of the page that the ticket is about. */
  page: string;
  /** Facts that are sent with the text: what a failed page says of itself. */
  details?: string;
  onClose: () => void;
}

/** A new ticket. What was typed stays when the dialog is closed, and when sending fails. */
export default function TicketModal({ open, onClose, ...rest }: TicketModalProps) {
  const { t } = useTranslation();
  return (
    <Modal open={open} onClose={onClose} title={t('support.create_ticket')} size="wide">
      <TicketForm {...rest} onClose={onClose} />
    </Modal>
  );
}

/** Sends the draft; the same one sent twice is one ticket. */
function useSending(page: string, details: string | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const reason = useReason();
  const key = useRef(newId());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const send = async ({ text, expected, subject, images }: TicketDraft): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const words = [text.trim(), details].filter(Boolean).join('\n\n');
    try {
      const { reference } = await call(
        'POST /api/support',
        { body: { text: words, expected, subject, page, images: images.map(({ id }) => id) } },
        { idempotencyKey: key.current },
      );
      ticketDraft.set(EMPTY_DRAFT);
      notify.success(t('support.sent', { reference }));
      onDone();
    } catch (error) {
      // A repetition that differs from what was refused is a ticket of its own.
      key.current = newId();
      setProblem(reason(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send };
}

function TicketForm({ page, details, onClose }: Omit<TicketModalProps, 'open'>) {
  const { t } = useTranslation();
  const reason = useReason();
  const draft = useSyncExternalStore(ticketDraft.subscribe, ticketDraft.get);
  const { busy, problem, send } = useSending(page, details, onClose);
  const [missing, setMissing] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const [uploading, setUploading] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  const take = async (files: readonly File[]): Promise<void> => {
    setWrong(undefined);
    for (const file of files) {
      if (ticketDraft.get().images.length >= MOST_IMAGES) return setWrong(t('support.too_many', { count: MOST_IMAGES }));
      setUploading((count) => count + 1);
      try {
        const image = await attach(file);
        ticketDraft.set({ images: [...ticketDraft.get().images, image] });
      } catch (error) {
        setWrong(reason(error));
      } finally {
        setUploading((count) => count - 1);
      }
    }
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void take(files);
  };
  const submit = (event?: FormEvent): void => {
    event?.preventDefault();
    if (busy || uploading > 0) return;
    // The last key of a box arrives a moment after it.
    setTimeout(() => {
      if (ticketDraft.get().text.trim() !== '') return void send(ticketDraft.get());
      setMissing(true);
      form.current?.querySelector('textarea')?.focus();
    }, 2);
  };
  /** Enter sends, as in a chat; Shift Enter begins a new line. */
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit} onPaste={paste} aria-label={t('support.create_ticket')}>
      <p className={styles.about}>{t('support.about_page', { page: pageName(t, page) })}</p>
      <TextInput
        label={t('support.happened')}
        description={t('support.enter_sends')}
        value={draft.text}
        onChange={(text) => {
          ticketDraft.set({ text });
          setMissing(false);
        }}
        extra={EXTRA.free}
        rows={4}
        maxLength={4000}
        required
        autoFocus
        error={missing ? t('support.happened_missing') : undefined}
        onKeyDown={keys}
      />
      <TextInput
        label={t('support.expected')}
        value={draft.expected}
        onChange={(expected) => ticketDraft.set({ expected })}
        extra={EXTRA.free}
        rows={2}
        maxLength={4000}
      />
      <TextInput
        label={t('support.subject')}
        description={t('support.subject_text')}
        value={draft.subject}
        onChange={(subject) => ticketDraft.set({ subject })}
        extra={EXTRA.free}
        maxLength={200}
      />
      <DropZone
        label={t('support.add_picture')}
        about={uploading > 0 ? t('support.uploading') : (wrong ?? t('support.picture_about', { count: MOST_IMAGES }))}
        accept="image/png,image/jpeg,image/webp"
        onFile={(file) => void take([file])}
      />
      <TicketPictures
        images={draft.images}
        onRemove={(id) => ticketDraft.set({ images: draft.images.filter((image) => image.id !== id) })}
      />
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.end}>
        <Button onClick={onClose}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={busy || uploading > 0}>
          {problem ? t('web.retry') : t('support.send')}
        </Button>
      </div>
    </form>
  );
}
