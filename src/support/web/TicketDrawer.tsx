import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { Button, Drawer, EXTRA, Loaded, TextInput, Waiting, notify, useReason } from '../../web/ui/index.ts';
import { type Ticket, call, pageName, useTicket, useTicketChanged } from './tickets-data.ts';
import { StatusMark } from './StatusMark.tsx';
import { TicketPictures } from './TicketPictures.tsx';
import styles from './Tickets.module.css';

export interface TicketDrawerProps {
  /** Id of a ticket; empty: closed. */
  id: string;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One ticket with its pictures and answers, and a place to write on it. */
export function TicketDrawer({ id, ...drawer }: TicketDrawerProps) {
  const { t } = useTranslation();
  const query = useTicket(id);
  return (
    <Drawer {...drawer} open={id !== ''} title={query.data?.subject ?? t('support.ticket')} size="wide">
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {(ticket) => <Thread ticket={ticket} key={ticket.id} />}
      </Loaded>
    </Drawer>
  );
}

function Message({ by, at, text, answer }: { by: string; at: string; text: string; answer: boolean }) {
  return (
    <div className={styles.message} data-answer={answer || undefined}>
      <span className={styles.by}>
        {by}, {instant(at)}
      </span>
      {text}
    </div>
  );
}

function Thread({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  return (
    <div className={styles.ticket}>
      <p className={styles.about}>
        <StatusMark status={ticket.status} /> <code>{ticket.reference}</code> ·{' '}
        {t('support.about_page', { page: pageName(t, ticket.page) })}
      </p>
      <Message by={ticket.user} at={ticket.created_at} text={ticket.text} answer={false} />
      {ticket.expected !== '' && (
        <section aria-label={t('support.expected')}>
          <h3>{t('support.expected')}</h3>
          <p className={styles.message}>{ticket.expected}</p>
        </section>
      )}
      <TicketPictures images={ticket.images} />
      {ticket.thread.length > 0 && (
        <ol className={styles.thread} aria-label={t('support.messages')}>
          {ticket.thread.map(({ id, author, author_id, text, created_at }) => (
            <li key={id}>
              <Message by={author} at={created_at} text={text} answer={author_id !== ticket.user_id} />
            </li>
          ))}
        </ol>
      )}
      <Write ticket={ticket} />
    </div>
  );
}

function Write({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useTicketChanged();
  const own = useSession((session) => session.me?.id) === ticket.user_id;
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setMissing(false), [text]);
  const params = { id: ticket.id };

  const act = async (work: () => Promise<Ticket>, said: string): Promise<void> => {
    setBusy(true);
    try {
      changed(await work());
      setText('');
      notify.success(t(said));
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim() === '') return setMissing(true);
    void act(
      () => call('POST /api/support/tickets/:id/answer', { params, body: { text: text.trim() } }),
      own ? 'support.written' : 'support.answer_sent',
    );
  };
  const close = (): void => void act(() => call('POST /api/support/tickets/:id/close', { params }), 'support.closed');
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={t(own ? 'support.write_more' : 'support.answer')}
        description={own && ticket.status !== 'open' ? t('support.opens_again') : undefined}
        value={text}
        onChange={setText}
        extra={EXTRA.free}
        rows={4}
        maxLength={5000}
        error={missing ? t('support.happened_missing') : undefined}
      />
      <div className={styles.end}>
        {ticket.status !== 'closed' && (
          <Button busy={busy} onClick={close}>
            {t('support.close_ticket')}
          </Button>
        )}
        <Button type="submit" level="primary" busy={busy}>
          {t(own ? 'support.send' : 'support.send_answer')}
        </Button>
      </div>
    </form>
  );
}
