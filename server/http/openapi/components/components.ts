import './accounts.ts'
import './conversations.ts'
import './money.ts'
import './resources.ts'

export { components } from './registry.ts'
