const kilobyte = 1_024
const megabyte = kilobyte * kilobyte

const figure = (value: number, digits = 0) =>
  new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value)
const plural = (count: number, one: string, many: string) => `${figure(count)} ${count === 1 ? one : many}`

/** Editors of single fields, and their dialogs. */
export const canvasFields = {
  add: 'Add',
  seeExample: 'See example',
  find: 'Find',
  wrap: 'Wrap long lines',
  editorTools: 'Tools of the editor',
  editorKeys: 'Escape, then Tab, leaves the editor.',
  /** Words of the find panel, by the English ones it asks for. */
  editorPhrases: {
    Find: 'Find',
    Replace: 'Replace',
    next: 'next',
    previous: 'previous',
    all: 'all',
    'match case': 'match case',
    'by word': 'by word',
    regexp: 'regexp',
    replace: 'replace',
    'replace all': 'replace all',
    close: 'close',
    'current match': 'current match',
    'on line': 'on line',
    'replaced match on line $': 'replaced match on line $',
    'replaced $ matches': 'replaced $ matches',
  },
  syntaxFault: 'This cannot be read here.',
  tokens: (count: number) => plural(count, 'token', 'tokens'),
  tokensShort: (count: number) => `${figure(count)} tok`,
  costPerMessage: (cost: string) => `≈ ${cost} per message`,
  ctrlEnterApplies: 'Ctrl ↵ applies',
  ctrlEnterSaves: 'Ctrl ↵ saves',

  variables: 'Variables',
  preview: 'Preview',
  besideText: 'Beside the text',
  nothingToPreview: 'Nothing is written yet.',
  insertVariable: 'Insert a variable',
  insertVariableInto: (label: string) => `Insert a variable into ${label}`,
  filterVariables: 'Filter variables',
  typeToFilter: 'Type to filter',
  noVariable: 'No variable of this name.',
  emptyValue: 'empty',
  variableGroups: {
    chat: 'Chat',
    upstream: 'Upstream nodes',
    state: 'State',
    flow: 'Flow',
    vars: 'Variables',
    form: 'Form inputs',
  },
  showSource: (label: string) => `Show where ${label} comes from`,
  brokenVariables: (names: string) => `Nothing before this node gives ${names}.`,

  jsonViews: 'JSON as text or as a tree',
  jsonTree: 'Tree',
  newKey: 'New key',
  addEntry: (name: string) => `Add an entry to ${name}`,
  removeEntry: (name: string) => `Remove ${name}`,

  values: 'Values',
  valuesMissing: (count: number) => `${plural(count, 'value is', 'values are')} missing`,
  oneMayBeMissing: 'One value may be left out: it is given the question.',
  missingValue: 'no value yet',
  extraValue: 'not in the text',
  removeValue: (name: string) => `Remove the value of ${name}`,
  writeOrChoose: 'Write a text or choose a variable',
  chooseVariableFor: (name: string) => `Choose a variable for ${name}`,
  noPlaceholders: 'The texts of this node have no names in braces, such as {city}.',

  items: (count: number) => plural(count, 'item', 'items'),
  addItem: 'Add item',
  itemNumber: (place: number) => `Item ${place}`,
  copyItem: (place: number) => `Duplicate item ${place}`,
  removeItem: (place: number) => `Remove item ${place}`,
  atLeastItems: (count: number) => `At least ${plural(count, 'item is', 'items are')} needed`,
  editInPanel: (label: string) => `Edit ${label} in the inspector`,
  rows: (count: number) => plural(count, 'row', 'rows'),
  addRow: 'Add row',
  orPaste: 'or paste from a spreadsheet',
  moveRow: (place: number) => `Move row ${place}`,
  moveRowHow: 'Drag it, or press the up and down arrows',
  removeRow: (place: number) => `Remove row ${place}`,
  cell: (column: string, place: number) => `${column}, row ${place}`,
  keys: (count: number) => plural(count, 'key', 'keys'),

  chooseAll: 'Select all',
  chooseNone: 'Select none',
  unchoose: (label: string) => `Remove ${label}`,
  chosenOf: (count: number, total: number) => `${count} of ${total}`,
  refresh: (label: string) => `Read the choices for ${label} again`,

  chooseFiles: 'choose',
  chooseFolder: 'choose a folder',
  replaceFile: 'replace',
  dropFiles: 'Drop files here or',
  dropFolder: 'Drop files here or',
  fileLimits: (types: string) => [types, 'up to 10 MB each'].filter(Boolean).join(', '),
  readingFiles: 'Reading…',
  fileSize: (bytes: number | undefined) => {
    if (bytes === undefined) {
      return 'stored'
    }
    if (bytes < kilobyte) {
      return `${bytes} B`
    }
    return bytes < megabyte ? `${figure(bytes / kilobyte)} KB` : `${figure(bytes / megabyte, 1)} MB`
  },
  downloadFile: (name: string) => `Download ${name}`,
  removeFile: (name: string) => `Remove ${name}`,
  refusedFile: {
    type: (name: string) => `${name} is of a kind this field does not take.`,
    size: (name: string) => `${name} is larger than 10 MB.`,
    unreadable: (name: string) => `${name} could not be read.`,
  },
  manyFiles: (count: number) =>
    `${count} files make the flow large and slow to save. Fewer than 50 are better.`,

  editCondition: (outputs: number) =>
    outputs === 0 ? 'Write the condition' : `Edit condition (${plural(outputs, 'output', 'outputs')})`,
  conditionTitle: 'Edit condition',
  conditionTable: 'Table',
  conditionCode: 'Code',
  conditionCodeHelp:
    'Each quoted value after a return makes an output of that name. $flow.state, $flow.input and $vars are there to be read.',
  conditionColumns: { variable: 'Variable', operation: 'Operation', value: 'Value', output: 'Output name' },
  conditionFaults: {
    variable:
      'Please specify a Variable. Try connecting Condition node to a previous node and select the variable',
    output: 'Please specify an Output Name',
    operation: 'Please select an operation for the condition',
    item: 'Please add an item for the condition',
    return:
      'Please add a return statement in the condition code to define the output. You can refer to How to Use for more information.',
  },
  operationKinds: { text: 'Text', number: 'Number' },
  operations: {
    Contains: 'contains',
    'Not Contains': 'does not contain',
    'Start With': 'starts with',
    'End With': 'ends with',
    Is: 'is',
    'Is Not': 'is not',
    'Is Empty': 'is empty',
    'Is Not Empty': 'is not empty',
    'Equal To': 'equal (=)',
    'Not Equal To': 'not equal (≠)',
    'Greater Than': 'greater (>)',
    'Less Than': 'less (<)',
    'Greater Than or Equal To': 'greater or equal (≥)',
    'Less Than or Equal To': 'less or equal (≤)',
  },
  everythingElse: 'Everything else',
  messageCount: 'Message count',
  firstMessage: 'First message',
  lastMessage: 'Last message',
  outputs: 'Outputs',
  noLink: 'no link',
  unnamed: 'unnamed',
  tryIt: 'Try it',
  goesTo: 'Goes to',
  codeIsTriedInRuns: 'Code is not run here. Ask in the chat to see where it goes.',
  linksRemoved: (count: number) => `${plural(count, 'link', 'links')} will be removed.`,
  outputGone: (output: string, target: string) =>
    `The output ${output} no longer exists; it led to ${target}.`,
  outputRenamed: (old: string, name: string) => `${name} was ${old}: its link stays.`,

  badge: 'Mark',
  tags: 'Tags',
  documentation: 'Documentation',
  opensInNewTab: 'opens in a new tab',
  inputs: 'Inputs',
  inputName: 'Name',
  inputType: 'Type',
  neededInput: 'required',
  thisVersion: (placed: string, offered: string) => `${placed} here, ${offered} offered`,
  resetAll: 'Reset all',
  onlyChanged: 'Only changed',
  filterFields: 'Filter settings',
  noFieldFound: 'No setting of this name.',
}
