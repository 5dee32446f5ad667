import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, CheckField, FormBody, NameField, RecordDrawer, useForm } from '../../web/form/index.ts';
import { EXTRA, NumberField, Select, TextInput, notify } from '../../web/ui/index.ts';
import { COLLECTIONS, type Collection, type DataField, FIELDS, type FieldType, TYPES, keyOf } from './fields-data.ts';
import { call } from './tasks-data.ts';

interface Draft {
  label: string;
  key: string;
  collection: Collection;
  type: FieldType;
  options: string[];
  required: boolean;
  position: number;
  is_active: boolean;
}

export interface FieldDrawerProps {
  /** Id of a field, `new`, or empty: closed. */
  id: string;
  field: DataField | undefined;
  /** The list that the field stands in. */
  query: UseQueryResult<unknown>;
  /** Where a new one goes. */
  collection: Collection;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One data field, or a new one. */
export function FieldDrawer({ id, field, canEdit, collection, onClose, ...rest }: FieldDrawerProps) {
  const { t } = useTranslation();
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={field}
      nameOf={({ label }) => label}
      editable={canEdit}
      words={{ add: t('settings.new_field'), one: t('settings.field'), gone: t('settings.field_gone') }}
      onClose={onClose}
    >
      {(row) => <FieldForm field={row} collection={collection} editable={canEdit} onDone={onClose} />}
    </RecordDrawer>
  );
}

interface FieldFormProps {
  field: DataField | undefined;
  collection: Collection;
  editable: boolean;
  onDone: () => void;
}

const hasOptions = (type: FieldType): boolean => type === 'choice' || type === 'multi_choice';

function FieldForm({ field, collection, editable, onDone }: FieldFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<DataField, Draft>({
    row: field,
    draftOf: (row) => ({
      label: row?.label ?? '',
      key: row?.key ?? '',
      collection: row?.collection ?? collection,
      type: row?.type ?? 'text',
      options: row?.options ?? [],
      required: row?.required ?? false,
      position: row?.position ?? 0,
      is_active: row?.is_active ?? true,
    }),
    check: ({ label, type, options }) => ({
      ...(label.trim() === '' ? { label: t('settings.name_missing') } : {}),
      ...(hasOptions(type) && options.every((option) => option.trim() === '') ? { options: t('settings.options_missing') } : {}),
    }),
    save: (_changes, version, { position, options, ...draft }) => {
      const kept = hasOptions(draft.type) ? options.map((option) => option.trim()).filter(Boolean) : [];
      const body = { ...draft, key: draft.key || keyOf(draft.label), options: kept };
      if (!field) return call('POST /api/settings/add_data_field', { query: {}, body });
      return call('PUT /api/settings/update_data_field', {
        query: {},
        body: { id: field.id, ...body, position, ...(version ? { version } : {}) },
      });
    },
    onSaved: (row) => {
      if (!field) notify.success(t('settings.field_added', { name: row.label }));
      onDone();
      void client.invalidateQueries({ queryKey: FIELDS });
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    label: t('settings.field_label'),
    key: t('settings.field_key'),
    collection: t('settings.field_of'),
    type: t('settings.field_type'),
    options: t('settings.field_options'),
    required: t('settings.field_required'),
    position: t('settings.field_position'),
    is_active: t('settings.field_active'),
  };
  const fixed = !editable || field !== undefined;
  return (
    <FormBody form={form} name={t('settings.field')} labels={labels}>
      <NameField
        field="label"
        label={labels.label}
        value={draft.label}
        onChange={(label) => set({ label })}
        error={errors.label}
        disabled={!editable}
        autoFocus={!field}
        maxLength={100}
      />
      <At field="collection">
        <Select
          label={labels.collection}
          options={COLLECTIONS.map((id) => ({ id, name: t(`settings.of_${id}`) }))}
          value={draft.collection}
          onChange={(next) => next && set({ collection: next as Collection })}
          clearable={false}
          searchable={false}
          error={errors.collection}
          disabled={fixed}
        />
      </At>
      <At field="type">
        <Select
          label={labels.type}
          options={TYPES.map((id) => ({ id, name: t(`settings.type_${id}`) }))}
          value={draft.type}
          onChange={(next) => next && set({ type: next as FieldType })}
          clearable={false}
          searchable={false}
          error={errors.type}
          disabled={fixed}
        />
      </At>
      {hasOptions(draft.type) && (
        <At field="options" wide>
          <TextInput
            label={labels.options}
            description={t('settings.field_options_text')}
            rows={5}
            value={draft.options.join('\n')}
            onChange={(text) => set({ options: text.split('\n') })}
            extra={`${EXTRA.name}\n`}
            error={errors.options}
            disabled={!editable}
          />
        </At>
      )}
      <At field="key" wide>
        <TextInput
          label={labels.key}
          description={t('settings.field_key_text')}
          placeholder={keyOf(draft.label)}
          value={draft.key}
          onChange={(key) => set({ key: key.toLowerCase().replace(/[^a-z0-9_]/g, '_') })}
          maxLength={41}
          error={errors.key}
          disabled={fixed}
        />
      </At>
      <CheckField
        field="required"
        label={labels.required}
        description={t('settings.field_required_text')}
        checked={draft.required}
        onChange={(required) => set({ required })}
        disabled={!editable}
      />
      {field && (
        <>
          <At field="position">
            <NumberField
              label={labels.position}
              value={draft.position}
              onChange={(position) => set({ position: position ?? 0 })}
              min={0}
              max={10_000}
              error={errors.position}
              disabled={!editable}
            />
          </At>
          <CheckField
            field="is_active"
            label={labels.is_active}
            description={t('settings.field_active_text')}
            checked={draft.is_active}
            onChange={(is_active) => set({ is_active })}
            disabled={!editable}
          />
        </>
      )}
    </FormBody>
  );
}
