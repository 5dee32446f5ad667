import { contract } from '../kit/endpoint.ts';
import { balanceContract } from './contract/balances.ts';
import { ptoContract } from './contract/pto.ts';
import { requestContract } from './contract/requests.ts';

export type { LeaveRequest, LeaveType } from './contract/requests.ts';
export type { Balance, LedgerLine } from './contract/balances.ts';
export type { LeaveCountry, LeavePolicy, PublicHoliday } from './contract/pto.ts';

/** Leave: what is expected of people, requests, balances, and the rules by country. */
export const leaveContract = contract({ ...requestContract, ...balanceContract, ...ptoContract });
