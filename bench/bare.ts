import pg from 'pg';
import { newId } from '../src/kit/ids.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/** The same work as the product's, as bare SQL on prepared statements: what the database alone allows. */
export class Bare {
  readonly #clients: pg.Client[];
  readonly #tenant: number;

  private constructor(clients: pg.Client[], tenant: number) {
    this.#clients = clients;
    this.#tenant = tenant;
  }

  static async open(url: string, tenant: number, lanes: number): Promise<Bare> {
    const clients = await Promise.all(
      Array.from({ length: lanes }, async () => {
        const client = new pg.Client({ connectionString: url, options: '-c role=cadre_app -c random_page_cost=1.1 -c jit=off' });
        await client.connect();
        return client;
      }),
    );
    return new Bare(clients, tenant);
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()));
  }

  async #inTenant(
    lane: number,
    statements: [name: string | undefined, text: string, values: unknown[]][],
  ): Promise<pg.QueryResult[]> {
    const client = this.#clients[lane] as pg.Client;
    await client.query(`begin; select app.set_tenant(${this.#tenant})`);
    const results: pg.QueryResult[] = [];
    for (const [name, text, values] of statements)
      results.push(await client.query(name ? { name, text, values } : { text, values }));
    await client.query('commit');
    return results;
  }

  /** One entry with its day and month, and the audit of it. */
  logEntry(lane: number, user: string, project: string, day: string): Promise<unknown> {
    const tenant = this.#tenant;
    const [id, change] = [newId(), newId()];
    return this.#inTenant(lane, [
      [
        'entry',
        'insert into time.entries (tenant_id, id, user_id, day, project_id, seconds, chargeable, comment, created_by) values ($1, $2, $3, $4, $5, 60, true, $6, $3)',
        [tenant, id, user, day, project, 'Bench'],
      ],
      [
        'day',
        `insert into time.person_days as d (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count) values ($1, $2, $3, 60, 60, 1)
         on conflict (tenant_id, user_id, day) do update set seconds = d.seconds + 60, chargeable_seconds = d.chargeable_seconds + 60, entry_count = d.entry_count + 1`,
        [tenant, user, day],
      ],
      [
        'month',
        `insert into time.months as m (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
         select $1::int, date_trunc('month', $3::date::timestamp)::date, u.id, $4, '${NIL}', true, g.grade, t.team_id, u.country, 60, 1
         from people.users u join people.grades g on g.tenant_id = $1 and g.user_id = u.id join people.team_members t on t.tenant_id = $1 and t.user_id = u.id
         where u.tenant_id = $1 and u.id = $2
         on conflict (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country) do update set seconds = m.seconds + 60, entry_count = m.entry_count + 1`,
        [tenant, user, day, project],
      ],
      [
        'change',
        `insert into app.audit_changes (tenant_id, id, at, actor_id, entity, entity_id, action) values ($1, $2, now(), $3, 'time.entries', $4, 'insert')`,
        [tenant, change, user, id],
      ],
      [
        'detail',
        'insert into app.audit_details (tenant_id, change_id, after) values ($1, $2, $3)',
        [tenant, change, JSON.stringify({ user_id: user, project_id: project, day, seconds: 60 })],
      ],
    ]);
  }

  /** A week of one person's entries with the names that a list shows. */
  readWeek(lane: number, user: string, from: string, to: string): Promise<unknown> {
    return this.#inTenant(lane, [
      [
        'week',
        `select e.id, e.user_id, e.day, e.project_id, e.task_type_id, e.seconds, e.chargeable, e.comment, e.started_at, e.created_by, e.version,
           p.name, p.code, c.name as client, count(*) over ()::int as total
         from time.entries e left join clients.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
         left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
         where e.tenant_id = $1 and e.user_id = $2 and e.day between $3 and $4 order by e.day desc, e.created_at desc, e.id limit 25`,
        [this.#tenant, user, from, to],
      ],
    ]);
  }

  /**
   * Hours by project and month of a year, from the sums: the best that the schema allows. Planned for its period each time,
   * since a plan kept for any period takes three times as long.
   */
  hoursByProject(lane: number, from: string, to: string): Promise<unknown> {
    return this.#inTenant(lane, [
      [
        undefined,
        `select project_id, month, sum(seconds), sum(seconds) filter (where chargeable) from time.months
         where tenant_id = $1 and month between $2 and $3 group by 1, 2 order by 1, 2`,
        [this.#tenant, from, to],
      ],
    ]);
  }
}
