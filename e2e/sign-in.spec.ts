import { account, baseUrl, expect, expectAccessible, otherHand, signIn, test } from './fixtures.ts';
import { email, expectAccessibleInBoth, heading, invite, linkTo, mark, newPassword, password, stored } from './invitations.ts';
import { act, write } from './languages.ts';
import { counted } from './counted.ts';

test.describe('signing in', () => {
  test('J01 by mail, with two keys beside the text; a refusal keeps what was typed', async ({ page }) => {
    const who = account('operational', 'Director');
    const user = counted(page);
    await page.goto(`${baseUrl()}/account/login_management`);
    await expectAccessibleInBoth(page);
    await expect(email(page)).toBeFocused();
    await page.keyboard.type(who.email);
    await user.press('Tab');
    await page.keyboard.type('Not#this! + one');
    await user.press('Enter');
    expect(user.actions).toBe(2);
    await expect(page.getByRole('alert')).toHaveText('E-mail or password is not right.');
    await expect(email(page)).toHaveValue(who.email);
    await expect(password(page)).toBeFocused();
    await expect(password(page)).toHaveValue('Not#this! + one');
    await expectAccessibleInBoth(page);
    await page.keyboard.type(who.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    expect(Object.keys(await stored(page)).sort()).toEqual(['access_token', 'user']);
  });

  test('J01 by mail, with the mouse, on the page for automated tests', async ({ page }) => {
    const who = account('operational', 'Director');
    await page.goto(`${baseUrl()}/account/cypress_login`);
    await page.getByTestId('login-email').fill(who.email);
    await page.getByTestId('login-password').fill(who.password);
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(password(page)).toHaveAttribute('type', 'text');
    await page.getByTestId('login-submit').click();
    await expect(page).toHaveURL(`${baseUrl()}/home`);
  });

  test('password managers know the fields by name and purpose', async ({ page }) => {
    await page.goto(`${baseUrl()}/account/login_management`);
    await expect(email(page)).toHaveAttribute('autocomplete', 'username');
    await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
    // What a manager fills in raises no key; the form is asked when it is sent.
    await page.evaluate(() => {
      const fields = document.querySelector('form')?.elements;
      if (!fields) throw new Error('There is no form.');
      (fields.namedItem('username') as HTMLInputElement).value = 'a@b.example';
      (fields.namedItem('password') as HTMLInputElement).value = 'p+#!&=ä';
    });
    const sent = page.waitForRequest('**/auth/jwt/login');
    await page.getByTestId('login-submit').click();
    expect(Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''))).toMatchObject({
      username: 'a@b.example',
      password: 'p+#!&=ä',
    });
  });

  test('J02 by code: it leaves the address at once, and the page says what it waits for', async ({ page, request }) => {
    const who = account('operational', 'Director');
    const reply = await request.post(`${baseUrl()}/auth/jwt/login`, { form: { username: who.email, password: who.password } });
    const { access_token: token } = (await reply.json()) as { access_token: string };
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const gates: string[] = [];
    await page.route('**/api/otp_auth/login_gate*', async (route) => {
      gates.push(new URL(route.request().url()).search);
      await held;
      await route.fulfill({ json: { token, access_token: token, token_type: 'bearer' } });
    });
    await page.goto(`${baseUrl()}/oauth?code=c1&state=s1&iss=https://issuer.example`);
    await expect(heading(page)).toHaveText('Signing you in…');
    expect(page.url()).toBe(`${baseUrl()}/oauth`);
    await expectAccessible(page);
    answer();
    await expect(page).toHaveURL(`${baseUrl()}/home`);
    expect(gates).toEqual(['?code=c1&state=s1&iss=https%3A%2F%2Fissuer.example']);
    await page.goBack();
    expect(page.url()).not.toContain('code=');
  });

  test('J03 a refused code is an alert and the login page; a way back that was cancelled says so', async ({ page }) => {
    await page.goto(`${baseUrl()}/oauth?code=nothing&state=nothing`);
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
    await expect(page.getByRole('alert')).toHaveText('You are not allowed to login to Cadre. Please write to your local Admin.');
    expect(await stored(page)).toEqual({});
    await page.goto(`${baseUrl()}/oauth?error=access_denied&state=s1`);
    await expect(page.getByRole('alert')).toHaveText('The sign-in at your firm’s account was cancelled.');
    expect(page.url()).toBe(`${baseUrl()}/oauth`);
    await expectAccessibleInBoth(page);
  });

  test('with a provider the firm’s account comes first, and another firm’s is found by the e-mail', async ({ page }) => {
    await page.route('**/api/settings/sign_in*', (route) =>
      route.fulfill({ json: { product: 'Cadre', branding: true, password_login: false } }),
    );
    const asked: string[] = [];
    await page.route('**/api/otp_auth/auth_link*', async (route) => {
      asked.push(new URL(route.request().url()).search);
      const link = `${baseUrl()}/pages/404?provider=${asked.length}`;
      await route.fulfill({ json: { auth_link: link, authorization_url: link } });
    });
    await page.goto(`${baseUrl()}/home`);
    await expect(page).toHaveURL(`${baseUrl()}/account/login`);
    await expect(page.getByRole('link', { name: 'Sign in with e-mail' })).toHaveCount(0);
    await page.getByText('Trouble signing in?').click();
    await expectAccessibleInBoth(page);
    await email(page).fill('ana@other.example');
    await email(page).press('Enter');
    await expect(page).toHaveURL(/provider=/);
    expect(asked.at(-1)).toBe('?email=ana%40other.example');
    await page.goto(`${baseUrl()}/account/login_management`);
    await expect(page.getByText('Signing in with an e-mail and a password is switched off here.')).toBeVisible();
    await page.getByRole('link', { name: 'Continue with your firm’s account' }).click();
    await page.getByRole('button', { name: 'Continue with your firm’s account' }).click();
    await expect(page).toHaveURL(/provider=/);
  });

  test('without an answer from the server the page says so, and asks again', async ({ page }) => {
    await page.route('**/api/settings/sign_in*', (route) => route.abort());
    await page.goto(`${baseUrl()}/account/login`);
    await expect(page.getByRole('alert')).toHaveText('There is no answer from the server. Check your connection.');
    await expect(page.getByText('Single sign-on is not set up here.')).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Sign in with e-mail' })).toBeVisible();
    await expectAccessibleInBoth(page);
    await page.unroute('**/api/settings/sign_in*');
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByText('Single sign-on is not set up here.')).toBeVisible();
  });

  test('who is signed in already goes home from the sign-in pages; Caps lock is said where a password is typed', async ({
    page,
  }) => {
    await page.goto(`${baseUrl()}/account/login_management`);
    await password(page).focus();
    await password(page).dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await expect(page.getByRole('status').filter({ hasText: 'Caps lock is on.' })).toBeVisible();
    await password(page).dispatchEvent('keydown', { key: 'a' });
    await expect(page.getByText('Caps lock is on.')).toHaveCount(0);
    await signIn(page, account('operational', 'Director'));
    for (const address of ['/account/login', '/account/login_management', '/account/cypress_login', '/oauth']) {
      await page.goto(baseUrl() + address);
      await expect(page, address).toHaveURL(`${baseUrl()}/home`);
    }
  });

  test('a link that did not come can be asked for again after half a minute', async ({ page }) => {
    await page.clock.install();
    await page.goto(`${baseUrl()}/account/forgot`);
    await email(page).fill(`${mark()}@journey.example`);
    await email(page).press('Enter');
    const again = page.getByRole('button', { name: 'Send it again' });
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(29_000);
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await page.clock.runFor(2000);
    await expect(again).not.toHaveAttribute('aria-disabled', 'true');
    const asked = page.waitForRequest('**/auth/forgot-password');
    await again.click();
    expect((await asked).postDataJSON()).toEqual({ email: await email(page).inputValue() });
  });

  test('every refusal has words', async ({ page }) => {
    const refusals = {
      LOGIN_USER_NOT_VERIFIED: 'This account is not confirmed yet, or belongs to no firm.',
      TOO_MANY_ATTEMPTS: 'Too many attempts. Wait a moment, then try again.',
    };
    await page.goto(`${baseUrl()}/account/login_management`);
    await email(page).fill('ana@journey.example');
    for (const [detail, words] of Object.entries(refusals)) {
      await page.route('**/auth/jwt/login', (route) => route.fulfill({ status: 400, json: { detail } }), { times: 1 });
      await password(page).fill('x');
      await password(page).press('Enter');
      await expect(page.getByRole('alert')).toContainText(words);
    }
    await password(page).fill('');
    await password(page).press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Enter your e-mail and password.');
  });
});

test.describe('links in mails', () => {
  test('an invitation is accepted, once, by choosing a password that the rule takes', async ({ page, request }) => {
    const address = await invite(request);
    const link = await linkTo(address);
    await page.goto(link);
    await expect(heading(page)).toHaveText(/^Welcome to /);
    await expect(email(page)).toHaveValue(address);
    await expect(newPassword(page)).toBeFocused();
    await expect(newPassword(page)).toHaveAttribute('autocomplete', 'new-password');
    await page.keyboard.type('password1');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('tried first');
    await expect(newPassword(page)).toHaveValue('password1');
    await expect(newPassword(page)).toBeFocused();
    await expectAccessibleInBoth(page);
    const secret = `four #words! in + a row ${mark()}`;
    await page.keyboard.type(secret);
    await expect(page.getByText('A strong length.')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
    await expect(page.getByText('The password is set. Sign in with it.')).toBeVisible();
    await expect(email(page)).toHaveValue(address);
    await expect(password(page)).toBeFocused();
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/home`);

    await page.goto(link);
    await expect(heading(page)).toHaveText('This link opens nothing any more');
    await expectAccessibleInBoth(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(`${baseUrl()}/account/forgot`);
  });

  test('B4 a password is what was typed, sign by sign, blanks at its ends too', async ({ page, request }) => {
    const address = await invite(request);
    // Signs that text fields of other screens leave out, that forms and addresses write otherwise, and of other alphabets.
    const secret = ` !#§ 漢 "ß" <b> %41 &amp; a+b \\ ${mark()} ~^{}[]|;'$ `;
    await page.goto(await linkTo(address));
    await newPassword(page).pressSequentially(secret);
    await expect(newPassword(page)).toHaveValue(secret);
    await page.keyboard.press('Enter');
    await expect(email(page)).toHaveValue(address);
    for (const other of [secret.trimEnd(), secret.trimStart(), secret.replace('#', ''), secret.replace('%41', 'A')]) {
      await password(page).fill('');
      await password(page).pressSequentially(other);
      await page.keyboard.press('Enter');
      await expect(page.getByTestId('login-refused')).toHaveText('E-mail or password is not right.');
      await expect(password(page)).toHaveValue(other);
    }
    await password(page).fill('');
    await password(page).pressSequentially(secret);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/home`);
  });

  test('a forgotten password: the same words for every address, a new one by the link, and sessions end', async ({
    page,
    request,
    browser,
  }) => {
    const address = await invite(request);
    await page.goto(await linkTo(address));
    await newPassword(page).fill('the first of two secrets');
    await newPassword(page).press('Enter');
    await page.waitForURL(/\/account\/login/);
    await expect(email(page)).toHaveValue(address);
    const other = await browser.newContext({ locale: 'en-GB' });
    const elsewhere = await other.newPage();
    await signIn(elsewhere, { ...account('operational', 'Junior'), email: address, password: 'the first of two secrets' });

    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(heading(page)).toHaveText('Forgot password');
    await email(page).fill('nobody@journey.example');
    await email(page).press('Enter');
    await expect(page.getByText('If the address nobody@journey.example is known, a mail is on its way.')).toBeVisible();
    await expectAccessibleInBoth(page);
    await email(page).fill(address);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText(`If the address ${address} is known, a mail is on its way.`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send it again' })).toHaveAttribute('aria-disabled', 'true');
    await page.goto(await linkTo(address, 2));
    await expect(heading(page)).toHaveText('Choose a new password');
    await newPassword(page).fill('the second of two secrets');
    await page.getByRole('button', { name: 'Save the password' }).click();
    await expect(password(page)).toBeFocused();
    await password(page).fill('the second of two secrets');
    await password(page).press('Enter');
    await expect(page).toHaveURL(`${baseUrl()}/home`);

    await elsewhere.goto(`${baseUrl()}/planning/planning_page`);
    await expect(elsewhere).toHaveURL(`${baseUrl()}/account/login`);
    expect(await stored(elsewhere)).toEqual({ pathToLoadAfterLogin: '/planning/planning_page' });
    await other.close();
  });

  for (const hand of ['keyboard', 'mouse'] as const) {
    (hand === 'mouse' ? otherHand : test)(
      `registering by ${hand}: the rule, then the sign-in page and the mail; an address that is taken says what to do`,
      async ({ page }) => {
        const address = `self.${mark()}@journey.example`;
        const [first, last] = ['First name', 'Last name'].map((name) => page.getByRole('textbox', { name }));
        if (!first || !last) throw new Error('There are no names.');
        await page.goto(`${baseUrl()}/pages/register`);
        await expect(first).toBeFocused();
        await write(page, hand, email(page), address);
        await write(page, hand, newPassword(page), '12345678');
        await act(page, hand, page.getByRole('button', { name: 'Register' }));
        await expect(page.getByRole('alert')).toContainText('Fill in every field');
        await expect(first).toBeFocused();
        await expectAccessibleInBoth(page);
        await write(page, hand, first, 'Sol');
        await write(page, hand, last, 'Elf');
        await act(page, hand, page.getByRole('button', { name: 'Register' }));
        await expect(page.getByRole('alert')).toContainText('tried first');
        await expect(newPassword(page)).toBeFocused();
        await expect(email(page)).toHaveValue(address);
        await page.keyboard.type('seven quiet lamps');
        await page.keyboard.press('Enter');
        await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
        await expect(page.getByRole('status').filter({ hasText: address })).toBeVisible();
        await expect(email(page)).toHaveValue(address);
        await expectAccessibleInBoth(page);
        await page.goto(await linkTo(address));
        await expect(heading(page)).toHaveText('Confirm your address');
        await page.goto(`${baseUrl()}/pages/register`);
        await write(page, hand, first, 'Sol');
        await write(page, hand, last, 'Elf');
        await write(page, hand, email(page), address.toUpperCase());
        await write(page, hand, newPassword(page), 'seven quiet lamps');
        await page.keyboard.press('Enter');
        await expect(page.getByRole('alert')).toContainText('There is an account with this address already.');
        await act(page, hand, page.getByRole('link', { name: 'Back to sign-in' }));
        await expect(page).toHaveURL(`${baseUrl()}/account/login_management`);
        await expect(page.getByRole('status').filter({ hasText: address })).toHaveCount(0);
      },
    );
  }

  test('the language of the page is that of refusals and mails', async ({ page }) => {
    const address = `sprache.${mark()}@journey.example`;
    await page.goto(`${baseUrl()}/pages/register?lang=de`);
    await page.getByRole('textbox', { name: 'Vorname' }).fill('Sol');
    await page.getByRole('textbox', { name: 'Nachname' }).fill('Elf');
    await page.getByRole('textbox', { name: 'E-Mail' }).fill(address);
    await newPassword(page).fill('kurz');
    await expect(page.getByText('Es fehlen noch 4 Zeichen.')).toBeVisible();
    await newPassword(page).press('Enter');
    await expect(page.getByRole('alert')).toContainText('8 Zeichen');
    await newPassword(page).fill('sieben leise Lampen');
    await newPassword(page).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: address })).toContainText('angelegt');
  });
});

test.describe('open pages', () => {
  for (const [address, title] of [
    ['/pages', 'Page not found'],
    ['/pages/500', 'Something broke on our side'],
    ['/account/forgot', 'Forgot password'],
    ['/account/cypress_login', 'Sign in'],
  ] as const) {
    test(`${address} stands without a session, on a phone too`, async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(baseUrl() + address);
      await expect(heading(page)).toContainText(title);
      await expectAccessibleInBoth(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await stored(page)).toEqual({});
    });
  }
});
