import { Popover } from '@mantine/core';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseSearch, stringifySearch } from '../address.ts';
import { useUserSetting } from '../user-settings.ts';
import { Button, IconButton } from './Button.tsx';
import { EXTRA } from './filter.ts';
import { useKeys } from './keys.ts';
import layout from './layout.module.css';
import { TextInput } from './TextInput.tsx';

interface View {
  name: string;
  /** The search part of the address. */
  search: string;
}

/** Views of one screen that a person gave a name to: the name and the address. */
export function SavedViews({ screen }: { screen: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => stringifySearch(state.location.search as Record<string, unknown>) });
  const [views, setViews] = useUserSetting<Readonly<Record<string, readonly View[]>>>('views', {});
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const own = views[screen] ?? [];

  useKeys([{ keys: 'shift+v', label: 'web.saved_views', run: () => setOpened(true) }]);

  const store = (next: readonly View[]): void => setViews({ ...views, [screen]: next });
  const save = (): void => {
    if (!name.trim()) return;
    store([...own.filter((view) => view.name !== name.trim()), { name: name.trim(), search }]);
    setName('');
    setOpened(false);
  };
  const open = (view: View): void => {
    setOpened(false);
    void navigate({ to: '.', search: parseSearch(view.search) as never });
  };

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button icon={<IconBookmark size={16} aria-hidden="true" />} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t('web.saved_views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('web.saved_views')}>
        <div className={layout.stack}>
          {own.length > 0 && (
            <div>
              {own.map((view) => (
                <div key={view.name} className={layout.line}>
                  <Button level="subtle" size="sm" aria-current={view.search === search || undefined} onClick={() => open(view)}>
                    {view.name}
                  </Button>
                  <IconButton
                    size="sm"
                    label={t('web.delete_view', { what: view.name })}
                    icon={<IconTrash size={16} />}
                    onClick={() => store(own.filter((each) => each !== view))}
                  />
                </div>
              ))}
            </div>
          )}
          <TextInput
            label={t('web.view_name')}
            value={name}
            onChange={setName}
            extra={EXTRA.name}
            onEnter={save}
            maxLength={60}
          />
          <Button level="primary" disabled={!name.trim()} onClick={save}>
            {t('web.save_view')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
