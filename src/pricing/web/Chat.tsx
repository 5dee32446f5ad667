import { IconAt, IconQuote, IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import { useColleagueOptions } from '../../people/web/public.tsx';
import * as format from '../../web/format.ts';
import { locale } from '../../web/i18n/text.ts';
import { useMayCall } from '../../web/session.ts';
import { Button, Drawer, EXTRA, Loaded, Select, TextInput, Waiting, useReason } from '../../web/ui/index.ts';
import styles from './Chat.module.css';
import { type Message, useChatChanged, useMessages } from './chat-data.ts';
import { type Details, call } from './pricing-data.ts';

export interface ChatProps {
  open: boolean;
  pricing: Details;
  onClose: () => void;
}

type Step = Details['history'][number];
type Entry = { at: string; message: Message } | { at: string; step: Step };

const LINK = /(https?:\/\/[^\s<>"]+)/g;

/** Text as it was written; addresses in it lead out of the product, and nothing else does. */
function Words({ text }: { text: string }) {
  return text.split(LINK).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
}

/** What people write to each other about a pricing, with what became of it in between. */
export function Chat({ open, pricing, onClose }: ChatProps) {
  const { t } = useTranslation();
  return (
    <Drawer open={open} onClose={onClose} title={t('pricing.chat')}>
      {open && <Talk pricing={pricing} onLine={onClose} />}
    </Drawer>
  );
}

function Talk({ pricing, onLine }: { pricing: Details; onLine: () => void }) {
  const { t } = useTranslation();
  const query = useMessages(pricing.id);
  const end = useRef<HTMLDivElement>(null);
  const messages = (query.data?.pages ?? []).flatMap(({ rows }) => rows);
  const latest = messages[0]?.id;
  const changed = useChatChanged();
  const newest = useRef(changed);
  useEffect(() => {
    newest.current = changed;
  });
  // What stands on the screen is read.
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
    if (latest === undefined) return;
    void call('PUT /api/pricings/:id/read', { params: { id: pricing.id }, body: { message_id: latest } }).catch(() => undefined);
  }, [latest, pricing.id]);
  const entries: Entry[] = [
    ...messages.map((message) => ({ at: String(message.at), message })),
    // Steps before the first message that is shown come with the older ones.
    ...pricing.history
      .map((step) => ({ at: String(step.at), step }))
      .filter(({ at }) => !query.hasNextPage || at >= String(messages.at(-1)?.at ?? '')),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  return (
    <div className={styles.chat}>
      <Loaded query={query} skeleton={<Waiting rows={6} />}>
        {() => (
          <>
            {query.hasNextPage && (
              <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('pricing.older')}
              </Button>
            )}
            <div role="log" aria-label={t('pricing.messages')}>
              <ol className={styles.log}>
                {entries.map((entry, index) => (
                  <Line
                    key={'message' in entry ? entry.message.id : entry.step.id}
                    entry={entry}
                    before={entries[index - 1]}
                    onLine={onLine}
                  />
                ))}
              </ol>
            </div>
            {entries.length === 0 && <p className={styles.empty}>{t('pricing.no_messages')}</p>}
          </>
        )}
      </Loaded>
      <div ref={end} />
      <Composer pricing={pricing} />
    </div>
  );
}

/** The first cell of a line of the sheet gets the focus. */
function goToLine(id: string): void {
  const cell = document.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"] input`);
  cell?.scrollIntoView({ block: 'center' });
  cell?.focus();
}

/** The reader's own day of a moment. */
const dayOf = (at: string): string => new Intl.DateTimeFormat('en-CA').format(new Date(at));

function Line({ entry, before, onLine }: { entry: Entry; before: Entry | undefined; onLine: () => void }) {
  const { t } = useTranslation();
  const day = dayOf(entry.at);
  const head = before && dayOf(before.at) === day ? null : <p className={styles.day}>{format.day(day, 'long')}</p>;
  if ('step' in entry) {
    const { step } = entry;
    return (
      <li className={styles.step}>
        {head}
        {t(`pricing.step_${step.action}`, { name: step.user, number: step.number })}
        {step.reason && <span className={styles.reason}>{step.reason}</span>}
      </li>
    );
  }
  const { user, text, about, line_id, mentions, own } = entry.message;
  const time = new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(new Date(entry.at));
  return (
    <li className={own ? `${styles.message} ${styles.own}` : styles.message}>
      {head}
      <p className={styles.who}>
        {user} <span>{time}</span>
      </p>
      {about && (
        <button
          type="button"
          className={styles.about}
          onClick={() => {
            onLine();
            // The sheet has its focus back only when the drawer is gone.
            setTimeout(() => goToLine(line_id ?? ''), 300);
          }}
        >
          <IconQuote size={14} aria-hidden="true" /> {about}
        </button>
      )}
      {mentions.length > 0 && (
        <p className={styles.called}>
          <IconAt size={14} aria-hidden="true" /> {format.listed(mentions)}
        </p>
      )}
      <p className={styles.text}>
        <Words text={text} />
      </p>
    </li>
  );
}

/** A message in the making: what failed stays with its reason. Enter sends, Shift Enter begins a new line. */
function Composer({ pricing }: { pricing: Details }) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useChatChanged();
  const people = useColleagueOptions();
  const [text, setText] = useState('');
  const [line, setLine] = useState<string>();
  const [called, setCalled] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  // The same message sent again after a failure is one message.
  const id = useRef(newId());
  const lines = pricing.shown.tables.flatMap((table) =>
    table.lines.flatMap((each) =>
      each.id ? [{ id: each.id, name: [table.name, each.role, each.grade, each.user].filter(Boolean).join(', ') }] : [],
    ),
  );
  const send = async (): Promise<void> => {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    try {
      await call('POST /api/pricing_chats/messages', {
        body: { id: id.current, pricing_id: pricing.id, text, line_id: line ?? null, mentions: [...called] },
      });
      id.current = newId();
      setText('');
      setLine(undefined);
      setCalled([]);
      setFailed(undefined);
      await changed();
    } catch (error) {
      setFailed(reason(error));
    } finally {
      setBusy(false);
    }
  };
  if (!useMayCall()('pricing_chats.send')) return null;
  return (
    <form
      className={styles.composer}
      aria-label={t('pricing.write')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        label={t('pricing.message')}
        value={text}
        onChange={setText}
        rows={3}
        extra={EXTRA.free}
        maxLength={4000}
        error={failed}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          const { form } = event.currentTarget;
          // The field tells its last key a moment later.
          setTimeout(() => form?.requestSubmit(), 5);
        }}
      />
      <div className={styles.extras}>
        <Select
          label={t('pricing.about_line')}
          options={lines}
          value={line}
          onChange={setLine}
          placeholder={t('pricing.about_whole')}
        />
        <Select label={t('pricing.call')} multiple limit={2} options={people} value={called} onChange={setCalled} />
      </div>
      <Button type="submit" level="primary" busy={busy} icon={<IconSend size={16} aria-hidden="true" />}>
        {t('pricing.send')}
      </Button>
    </form>
  );
}
