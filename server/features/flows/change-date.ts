/** When a flow was changed. Two saves in one millisecond are still two: who saw the first must notice the second. */
export function changeDate(now: Date, { updatedDate }: { updatedDate: Date }): Date {
  return new Date(Math.max(now.getTime(), updatedDate.getTime() + 1))
}
