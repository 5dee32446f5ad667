import { Badge } from '@mantine/core';

/** Whether a thing of a list is in use: said quietly when it is, marked when it is not. */
export function ActiveMark({ active, on, off }: { active: boolean; on: string; off: string }) {
  if (active) return on;
  return (
    <Badge variant="default" tt="none">
      {off}
    </Badge>
  );
}
