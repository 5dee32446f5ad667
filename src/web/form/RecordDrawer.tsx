import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../api.ts';
import { EmptyState, Loaded, Waiting } from '../ui/states.tsx';
import { FormDrawer } from './FormDrawer.tsx';

export interface RecordDrawerProps<Row> {
  /** Id of a record, `new`, or empty: closed. */
  id: string;
  /** The record, as soon as it is known. */
  row: Row | undefined;
  nameOf: (row: Row) => string;
  /** What is waited for while the record is not known. */
  query: UseQueryResult<unknown>;
  /** May what is shown be changed; a new one cannot be made without. */
  editable: boolean;
  words: {
    /** Title of a new one. */
    add: string;
    /** Title until the name is known. */
    one: string;
    /** There is none with this id. */
    gone: string;
    goneText?: string;
  };
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
  size?: 'normal' | 'wide';
  /** The form, and what stands under it. Gets no record for a new one. */
  children: (row: Row | undefined) => ReactNode;
}

const isUnknown = (error: unknown): boolean => error instanceof CallError && [404, 422].includes(error.status);

/** One record of a list, or a new one: waiting, gone, to be read or to be changed. */
export function RecordDrawer<Row>(props: RecordDrawerProps<Row>) {
  const { id, row, query, editable, words, nameOf, children, onClose, onNext, onPrevious, size } = props;
  const { t } = useTranslation();
  const isNew = id === 'new';
  const known = isNew ? undefined : row;
  const gone = <EmptyState title={words.gone} text={words.goneText} />;
  const save = !editable || (!isNew && !known) ? undefined : isNew ? t('web.add') : t('web.save');
  return (
    <FormDrawer
      open={id !== ''}
      onClose={onClose}
      title={isNew ? words.add : known ? nameOf(known) : words.one}
      onNext={onNext}
      onPrevious={onPrevious}
      {...(size ? { size } : {})}
      save={save}
    >
      {known || (isNew && editable) ? (
        <Fragment key={id}>{children(known)}</Fragment>
      ) : isNew || isUnknown(query.error) ? (
        gone
      ) : (
        <Loaded query={query} skeleton={<Waiting rows={6} />}>
          {() => gone}
        </Loaded>
      )}
    </FormDrawer>
  );
}
