import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../web/ui/index.ts';
import { IconX } from '@tabler/icons-react';
import { type Attached, call } from './tickets-data.ts';
import styles from './Tickets.module.css';

/** The bytes of a picture as an address of this page; pictures are calls like any other, so they need the session. */
function usePicture(id: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    const aborted = new AbortController();
    call
      .blob('GET /api/support/images/:id', { params: { id } }, { signal: aborted.signal })
      .then((blob) => {
        if (aborted.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setAddress(made);
      })
      // Without the picture its name remains.
      .catch(() => undefined);
    return () => {
      aborted.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [id]);
  return address;
}

function Picture({ image, onRemove }: { image: Attached; onRemove: ((id: string) => void) | undefined }) {
  const { t } = useTranslation();
  const address = usePicture(image.id);
  return (
    <li className={styles.picture}>
      {address ? <img src={address} alt={image.name} /> : <span>{image.name}</span>}
      {onRemove && (
        <IconButton
          label={t('web.remove', { what: image.name })}
          icon={<IconX size={16} />}
          size="sm"
          onClick={() => onRemove(image.id)}
        />
      )}
    </li>
  );
}

/** The pictures of a ticket; those of one that is being written can be taken away again. */
export function TicketPictures({ images, onRemove }: { images: readonly Attached[]; onRemove?: (id: string) => void }) {
  const { t } = useTranslation();
  if (images.length === 0) return null;
  return (
    <ul className={styles.pictures} aria-label={t('support.pictures')}>
      {images.map((image) => (
        <Picture key={image.id} image={image} onRemove={onRemove} />
      ))}
    </ul>
  );
}
