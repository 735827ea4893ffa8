/** Two saves in one millisecond need different dates: the second writer must notice the first save. */
export function changeDate(now: Date, { updatedDate }: { updatedDate: Date }): Date {
  return new Date(Math.max(now.getTime(), updatedDate.getTime() + 1))
}
