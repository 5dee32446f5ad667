export { addCountries } from './countries.ts';
export { countriesOf, defaultCountry, firmOf, oneAtATime } from './firm.ts';
export { type AnyNotice, type Notice, type NoticeKind, type NoticeWords, noticeKind, notify, notifyEach } from './notices.ts';
export { choicesOf } from './notifications.ts';
export { CustomColumns, type CustomColumn, type ReadCustom, type UsersCalled } from './field-cells.ts';
export { type Custom, customFilter, customOf, customOfEach, withCustomColumns } from './fields.ts';
