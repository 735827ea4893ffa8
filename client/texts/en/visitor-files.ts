/** Files of an answer, on the hosted page. Apart from `visitorChat`, because the widget shows their links alone. */
export const visitorFiles = {
  files: 'Files',
  notFetched: (name: string) => `${name} could not be fetched`,
}
