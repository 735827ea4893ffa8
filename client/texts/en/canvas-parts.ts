const nodesOf = (count: number) => (count === 1 ? '1 node' : `${count} nodes`)

export const parts = {
  keep: 'Save as part',
  title: 'Save as part',
  text: 'You can insert this group with its nodes into any flow. Credentials and secrets are not saved.',
  name: 'Name',
  description: 'Description',
  submit: 'Save',
  saved: (name: string) => `“${name}” saved to My parts.`,
  mine: 'My parts',
  nodes: nodesOf,
  insert: (name: string, count: number) => `Insert ${name}, ${nodesOf(count)}`,
  remove: (name: string) => `Delete part ${name}`,
  removeTitle: (name: string) => `Delete the part “${name}”?`,
  removeText: 'Flows it was put into stay as they are.',
  removeButton: 'Delete',
  removed: (name: string) => `“${name}” deleted.`,
  failed: 'Could not load your parts.',
}
