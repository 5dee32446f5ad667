/**
 * Does something with variables of the environment set, and gives them back one by one: another object in the place of
 * `process.env` would be one that the programs' libraries do not see.
 */
export async function withEnvironment<T>(values: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
