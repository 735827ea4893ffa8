import type { RouteDocs } from './route-docs.ts'
import { tags } from './tags.ts'

const common: Record<string, string> = {
  page: 'Page to return, from 1. Takes effect together with `limit`.',
  limit: 'Most items to return.',
  cursor: 'The `nextCursor` of the page before.',
  order: 'Order by time.',
  startDate: 'Only what was created at this time or later.',
  endDate: 'Only what was created at this time or earlier.',
  from: 'First day, as YYYY-MM-DD in Turkish time (UTC+3).',
  to: 'Last day, as YYYY-MM-DD in Turkish time (UTC+3).',
  day: 'Day, as YYYY-MM-DD in Turkish time (UTC+3).',
  chatType: 'Only chats of these types. Repeat it, or send a JSON array.',
  feedbackType: 'Only answers rated like this, with their questions.',
  fields: '`summary` leaves out the flow file and the settings.',
  feedback: 'Whether to include the rating of every answer.',
  chatId: 'Only this chat.',
  chatid: 'Id of the chat.',
  sessionId: 'Only this session.',
  messageId: 'Only this message.',
  memoryType: 'Only chats with this kind of memory.',
  flowId: 'Id of the flow.',
  chatflowId: 'Id of the flow.',
  isDeleteBoth: 'Also deletes what an OpenAI-type assistant has at OpenAI.',
  chatflowid: 'Id of the flow.',
  userId: 'Id of the user.',
  username: 'Part of a username.',
  kind: 'Only entries of this kind.',
  type: 'Only this type.',
  name: 'Name, as in `name` of the list.',
  provider: 'Name of the provider.',
  model: 'Name of the model.',
  language: 'Language of the texts.',
  amount: 'US dollars with at most two decimals.',
  by: 'What to split the sums by.',
  url: 'Address of a web page.',
  credential: 'Id of a stored credential.',
  credentialId: 'Id of a stored credential.',
  credentialName: 'Only credentials of these types.',
  lastUpdatedDateTime: 'The `updatedDate` the caller knows.',
  relativeLinksMethod: 'Whether to follow links or to read a sitemap.',
  fileName: 'Name of the file.',
  open: 'Only cases that are still open, or only closed ones.',
}

export function describeParameter(name: string, docs: RouteDocs): string | undefined {
  const id = name === 'id' ? `Id of the ${tags[docs.tag].noun}.` : undefined
  return docs.parameters?.[name] ?? id ?? common[name]
}
