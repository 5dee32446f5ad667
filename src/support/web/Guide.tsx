import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Loaded, Select, Waiting, isCalm } from '../../web/ui/index.ts';
import { GUIDE_SECTIONS, type GuideSection, SECTION_DELAY, SECTION_DELAY_FROM_PAGE, sectionNamed, sectionOf } from './guide.ts';
import { GuidePart } from './GuidePart.tsx';
import { type GuideTexts, useGuideTexts } from './guide-texts.ts';
import { useArrival } from './use-arrival.ts';
import styles from './Guide.module.css';

export interface GuideProps {
  isModal: boolean;
  /** Key of the page from which it was opened; none: it was opened for itself. */
  currentPage: string | undefined;
  /** Stands beside the list of sections. */
  actions?: ReactNode;
}

/** The user guide: its sections arrive one after the other, and the one that is wanted comes into view. */
export function Guide(props: GuideProps) {
  return (
    <Loaded query={useGuideTexts()} skeleton={<Waiting rows={8} />}>
      {(texts) => <Sections {...props} texts={texts} />}
    </Loaded>
  );
}

/** The section that is read: the one that crosses a line in the upper part of the window. */
function useReadSection(arrived: number): GuideSection {
  const [read, setRead] = useState<GuideSection>(GUIDE_SECTIONS[0]);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        const top = GUIDE_SECTIONS.find((id) => inView.has(id));
        if (top) setRead(top);
      },
      { rootMargin: '-30% 0px -69% 0px' },
    );
    for (const section of document.querySelectorAll('[data-guide]')) observer.observe(section);
    return () => observer.disconnect();
  }, [arrived]);
  return read;
}

function Sections({ isModal, currentPage, actions, texts }: GuideProps & { texts: GuideTexts }) {
  const { t } = useTranslation();
  const { arrived, bring } = useArrival(currentPage === undefined ? SECTION_DELAY : SECTION_DELAY_FROM_PAGE);
  const read = useReadSection(arrived);
  const root = useRef<HTMLDivElement>(null);

  const go = useCallback(
    (id: GuideSection): void => {
      flushSync(() => bring(GUIDE_SECTIONS.indexOf(id) + 1));
      const section = root.current?.querySelector<HTMLElement>(`[data-guide="${id}"]`);
      section?.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth', block: 'start' });
      section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
    },
    [bring],
  );

  // The address names a section at once; the section of a page comes into view when it arrives.
  const wanted = useRef(isModal ? undefined : sectionNamed(location.hash));
  const first = useRef(currentPage === undefined ? undefined : sectionOf(currentPage));
  useEffect(() => {
    const named = wanted.current;
    const id = named ?? first.current;
    if (id === undefined || (named === undefined && GUIDE_SECTIONS.indexOf(id) >= arrived)) return;
    wanted.current = undefined;
    first.current = undefined;
    if (id === GUIDE_SECTIONS[0]) return;
    // After this frame, so that nothing is drawn while React is at work.
    requestAnimationFrame(() => go(id));
  }, [arrived, go]);
  useEffect(() => {
    const follow = (): void => {
      const id = sectionNamed(location.hash);
      if (id && !isModal) go(id);
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [go, isModal]);

  const choose = (id: GuideSection) => (event: MouseEvent) => {
    event.preventDefault();
    go(id);
  };
  const options = GUIDE_SECTIONS.map((id) => ({ id, name: texts.sections[id].title }));
  return (
    <div ref={root} className={styles.guide} data-modal={isModal || undefined}>
      <div className={styles.tools}>
        <div className={styles.goTo}>
          <Select
            label={t('support.go_to')}
            hideLabel
            options={options}
            value={read}
            onChange={(id) => id && go(id as GuideSection)}
            clearable={false}
            searchable={false}
          />
        </div>
        {actions}
      </div>
      {!isModal && (
        <nav className={styles.contents} aria-label={t('support.contents')}>
          <ol>
            {options.map(({ id, name }) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={id === read ? 'true' : undefined} onClick={choose(id)}>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.sections}>
        {GUIDE_SECTIONS.slice(0, arrived).map((id) => (
          <GuidePart key={id} id={id} texts={texts} />
        ))}
        {arrived < GUIDE_SECTIONS.length && <div className={styles.rest} aria-hidden="true" />}
      </div>
    </div>
  );
}
