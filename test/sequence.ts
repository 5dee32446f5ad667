import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: begun last, one of them would keep one of two workers idle to the end. */
const LONG = [
  'test/boot.test.ts',
  'test/operator.test.ts',
  'src/server/jobs.test.ts',
  'test/faults-process.test.ts',
  'src/reporting/server/past.test.ts',
  'test/backup.test.ts',
  'test/security-injection.test.ts',
  'test/security-input.test.ts',
  'test/faults-mail.test.ts',
  'test/security-start.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONG.findIndex((name) => moduleId.endsWith(`/${name}`));
      return place < 0 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
