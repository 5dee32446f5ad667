import { useComputedColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GuideSection } from './guide.ts';
import made from './guide-pictures.json';
import styles from './Guide.module.css';

interface Picture {
  /** Of the files that the screen is made of, when the picture was taken. */
  digest: string;
  /** Where the numbers stand, in per cent of width and height. */
  marks: readonly (readonly number[])[];
}

const pictures = made as unknown as Partial<Record<GuideSection, Picture>>;
const [WIDTH, HEIGHT] = [1280, 800];

/** The picture of a screen, with numbers over it and their texts below. Without the file the texts remain. */
export function GuidePicture({ id, alt, marks }: { id: GuideSection; alt: string; marks: string | undefined }) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const [failed, setFailed] = useState(false);
  const picture = pictures[id];
  const texts = marks?.split('\n') ?? [];
  if (!picture) return null;
  return (
    <figure className={styles.figure}>
      {!failed && (
        <div className={styles.picture}>
          <img
            src={`/guide/${scheme}/${id}.webp`}
            width={WIDTH}
            height={HEIGHT}
            alt={alt}
            decoding="async"
            onError={() => setFailed(true)}
          />
          {picture.marks.slice(0, texts.length).map(([left = 0, top = 0], index) => (
            <span key={index} className={styles.mark} style={{ left: `${left}%`, top: `${top}%` }} aria-hidden="true">
              {index + 1}
            </span>
          ))}
        </div>
      )}
      <figcaption>
        {alt}
        {texts.length > 0 && (
          <ol className={styles.marks} aria-label={t('support.guide_marks')}>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ol>
        )}
      </figcaption>
    </figure>
  );
}
