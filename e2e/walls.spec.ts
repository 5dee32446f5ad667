import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { account, baseUrl, expect, signIn, test } from './fixtures.ts';
import { violationsOf } from './inspect.ts';

/** Somebody else's server: counts who comes. */
interface Canary {
  url: string;
  hits: string[];
  close(): void;
}

async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = http.createServer((request, response) => {
    const url = request.url ?? '';
    if (url === '/frame') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<title>frame</title><iframe src="${baseUrl()}/account/login" id="f"></iframe>`);
      return;
    }
    if (url !== '/favicon.ico') hits.push(`${request.method} ${url}`);
    response
      .writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' })
      .end('window.__ran = "foreign"');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, hits, close };
}

const ran = (page: Page): Promise<unknown> => page.evaluate(() => (window as unknown as { __ran?: unknown }).__ran);

test.describe('the walls of the browser', () => {
  let canary: Canary;
  test.beforeEach(async () => void (canary = await startCanary()));
  test.afterEach(() => canary.close());

  test('script from strings does not run, in whatever way it is brought in', async ({ page }) => {
    await page.goto(`${baseUrl()}/account/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const outcomes = await page.evaluate(async (foreign) => {
      // What a debugger calls may evaluate strings until it returns: the attempts come after that, as the page's own.
      await new Promise((resolve) => setTimeout(resolve, 0));
      const mark = 'window.__ran = true';
      const compile = (how: string): unknown => (window as unknown as Record<string, (text: string) => unknown>)[how]?.(mark);
      const element = (name: string, set: (made: HTMLElement) => void): void => {
        const made = document.createElement(name);
        set(made);
        document.body.append(made);
      };
      const attempts: Record<string, () => unknown> = {
        'inline script': () => element('script', (made) => (made.textContent = mark)),
        'script as text node': () => element('script', (made) => made.append(mark)),
        'foreign script': () => element('script', (made) => ((made as HTMLScriptElement).src = `${foreign}/script.js`)),
        'data script': () => element('script', (made) => ((made as HTMLScriptElement).src = `data:text/javascript,${mark}`)),
        'event attribute': () => element('img', (made) => (made.setAttribute('onerror', mark), made.setAttribute('src', 'x:'))),
        innerHTML: () => element('div', (made) => (made.innerHTML = `<img src="x:" onerror="${mark}">`)),
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', `<svg onload="${mark}"></svg>`),
        'document.write': () => document.write(`<script>${mark}</script>`),
        srcdoc: () => element('iframe', (made) => ((made as HTMLIFrameElement).srcdoc = `<script>parent.${mark}</script>`)),
        eval: () => compile('eval'),
        Function: () => (compile('Function') as () => void)(),
        'timer with a string': () => setTimeout(mark as unknown as () => void, 0),
        'address with script': () =>
          element('a', (made) => (((made as HTMLAnchorElement).href = `javascript:${mark}`), made.click())),
        worker: () => new Worker(`data:text/javascript,${mark}`),
        'base address': () => element('base', (made) => ((made as HTMLBaseElement).href = foreign)),
        'inline style sheet': () => element('style', (made) => (made.textContent = '#root { display: none }')),
      };
      const outcomes: Record<string, string> = {};
      for (const [name, attempt] of Object.entries(attempts)) {
        try {
          attempt();
          outcomes[name] = 'made';
        } catch (error) {
          outcomes[name] = (error as Error).name;
        }
      }
      return outcomes;
    }, canary.url);
    await page.waitForTimeout(500);
    expect(await ran(page)).toBeUndefined();
    expect(canary.hits).toEqual([]);
    for (const name of ['inline script', 'innerHTML', 'insertAdjacentHTML', 'document.write', 'srcdoc', 'Function', 'worker']) {
      expect(outcomes[name], name).toMatch(/TypeError|EvalError|SecurityError/);
    }
    expect(await page.evaluate(() => document.baseURI)).toContain(baseUrl());
    await expect(page.locator('#root')).toBeVisible();
  });

  test('nothing leaves for another origin: calls, pictures, beacons, sockets, forms, frames', async ({ page }) => {
    await page.goto(`${baseUrl()}/account/login`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const outcomes = await page.evaluate(async (foreign) => {
      const outcomes: Record<string, string> = {};
      const note = (name: string) => (error: unknown) => void (outcomes[name] = (error as Error).name);
      await fetch(`${foreign}/fetch`).then(() => (outcomes['fetch'] = 'done'), note('fetch'));
      await fetch(`${foreign}/nocors`, { mode: 'no-cors', method: 'POST', body: localStorage.length.toString() }).then(
        () => (outcomes['no-cors'] = 'done'),
        note('no-cors'),
      );
      await new Promise<void>((resolve) => {
        const image = new Image();
        image.addEventListener('load', () => (outcomes['image'] = 'done'));
        image.addEventListener('error', () => resolve(void (outcomes['image'] = 'refused')));
        image.src = `${foreign}/image.png`;
      });
      navigator.sendBeacon(`${foreign}/beacon`, 'x');
      try {
        await new Promise<void>((resolve) => {
          const socket = new WebSocket(foreign.replace('http', 'ws'));
          socket.addEventListener('error', () => resolve());
        });
      } catch (error) {
        note('socket')(error);
      }
      try {
        new EventSource(`${foreign}/events`);
      } catch (error) {
        note('events')(error);
      }
      const link = document.createElement('link');
      Object.assign(link, { rel: 'stylesheet', href: `${foreign}/style.css` });
      document.head.append(link);
      const font = new FontFace('x', `url(${foreign}/font.woff2)`);
      await font.load().catch(note('font'));
      const frame = document.createElement('iframe');
      frame.src = `${foreign}/frame-in-page`;
      document.body.append(frame);
      const form = document.createElement('form');
      Object.assign(form, { action: `${foreign}/form`, method: 'POST' });
      document.body.append(form);
      form.submit();
      return outcomes;
    }, canary.url);
    await page.waitForTimeout(700);
    expect(canary.hits).toEqual([]);
    expect(outcomes).toMatchObject({ fetch: 'TypeError', 'no-cors': 'TypeError', image: 'refused' });
    expect(page.url()).toBe(`${baseUrl()}/account/login`);
  });

  test('no other page frames ours', async ({ page }) => {
    await page.goto(`${canary.url}/frame`);
    await page.waitForTimeout(700);
    const frame = page.frames().find((each) => each !== page.mainFrame());
    // Chromium shows its own page of refusal instead.
    expect(frame?.url()).not.toContain('/account/login');
    expect(await frame?.evaluate(() => document.querySelector('#root')).catch(() => null)).toBeNull();
  });

  test('a page of another site reads nothing from the API', async ({ page }) => {
    await page.goto(`${canary.url}/page`);
    const outcome = await page.evaluate(
      (api) =>
        fetch(`${api}/api/settings/sign_in`).then(
          () => 'read',
          (error: unknown) => (error as Error).name,
        ),
      baseUrl(),
    );
    expect(outcome).toBe('TypeError');
  });

  // Every screen is looked at where they all are walked (`pseudo.spec.ts`).
  test('what opens over a screen lives within the policy', async ({ page }) => {
    const violations = await violationsOf(page);
    await signIn(page, account('hr', 'Partner'));
    // A menu, a dialog, a drawer and the search have styles of their own.
    await page.goto(`${baseUrl()}/admin/users`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    await page.keyboard.press('n');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(violations).toEqual([]);
  });
});
