import { type GuideSection } from './guide.ts';
import { GuideFlow } from './GuideFlow.tsx';
import { GuideMap } from './GuideMap.tsx';
import { GuidePicture } from './GuidePicture.tsx';
import { type GuideTexts, partsOf } from './guide-texts.ts';
import styles from './Guide.module.css';

/** One section of the guide: what it tells, and its picture. */
export function GuidePart({ id, texts }: { id: GuideSection; texts: GuideTexts }) {
  const { title, text, alt, marks } = texts.sections[id];
  return (
    <section id={id} className={styles.section} aria-labelledby={`${id}-title`} data-guide={id}>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      {partsOf(text).map((part, index) =>
        Array.isArray(part) ? (
          <ul key={index}>
            {part.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p key={index}>{part}</p>
        ),
      )}
      {id === 'data-map' && <GuideMap texts={texts} alt={alt} />}
      {id === 'data-flows' && <GuideFlow texts={texts} alt={alt} />}
      <GuidePicture id={id} alt={alt} marks={marks} />
    </section>
  );
}
