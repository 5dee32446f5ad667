export {
  Badge,
  Kbd,
  Menu,
  Popover,
  Radio,
  SegmentedControl,
  Stack,
  Switch,
  Tabs,
} from '@mantine/core';
export { concerns, useLive } from '../live.ts';
export { announce } from './arrival.ts';
export { Button, type ButtonProps, IconButton, type IconButtonProps } from './Button.tsx';
export { Choice, type ChoiceProps } from './Choice.tsx';
export { ClosedPage } from './ClosedPage.tsx';
export type { Column } from './columns.ts';
export { type Question, confirm } from './confirm.ts';
export { DataTable, type DataTableProps } from './DataTable.tsx';
export { DateField, type DateFieldProps, PeriodField, type PeriodFieldProps, periodName } from './DateField.tsx';
export type { Period } from './dates.ts';
export { Drawer, type DrawerProps } from './Drawer.tsx';
export { type ExportFormat, ExportMenu } from './ExportMenu.tsx';
export { Figure, type FigureProps, FigureRow } from './Figure.tsx';
export { type Filter, FilterBar, type FilterBarProps } from './FilterBar.tsx';
export { EXTRA } from './filter.ts';
export { type Step, history } from './history.ts';
export { type ShortCut, useKeys } from './keys.ts';
export { BesideList, type SideEntry, SideList } from './SideList.tsx';
export { Link, LinkButton, type LinkProps } from './Link.tsx';
export { NARROW, PHONE, isCalm, useMedia } from './media.ts';
export { Modal, type ModalProps } from './Modal.tsx';
export { HoursField, type HoursFieldProps, NumberField, type NumberFieldProps } from './NumberField.tsx';
export { notify } from './notify.ts';
export type { Option } from './options.ts';
export { Pager, type PagerProps } from './Pager.tsx';
export { PageTitle, type PageTitleProps } from './PageTitle.tsx';
export { Select, type SelectProps } from './Select.tsx';
export { ShownOnce, type ShownOnceProps } from './ShownOnce.tsx';
export { EmptyState, ErrorPanel, Loaded, Soon, Waiting, useReason } from './states.tsx';
export { ActiveMark } from './ActiveMark.tsx';
export { besideOf } from './beside.ts';
export { DropZone } from './DropZone.tsx';
export { ReasonDialog, type ReasonDialogProps } from './ReasonDialog.tsx';
export { type ImportField, type ImportRow, type Judged, TableImport, type TableImportProps } from './TableImport.tsx';
export { TextInput, type TextInputProps } from './TextInput.tsx';
