import { PLACES } from '../../web/paths.ts';
import { type Accesses, isFlagOn, useSession } from '../../web/session.ts';

/** The page whose flag decides: one that stands outside of the matrix goes by the page of support. */
export const judgedPage = (page: string): string =>
  PLACES.some((place) => place.page === page && !place.open) ? page : 'support';

/** Whether the button for a new ticket is shown: never inside a modal, and where the page grants it. */
export const showsTicketButton = (isModal: boolean, page: string, accesses: Accesses | undefined): boolean =>
  !isModal && isFlagOn('can_create_ticket', judgedPage(page), accesses);

export const useTicketButton = (isModal: boolean, page: string): boolean =>
  useSession(({ userAccesses }) => showsTicketButton(isModal, page, userAccesses));
