import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function statusOf(command: string) {
  const { stdout } = await run('sh', ['-c', `${command} -s -o /dev/null -w '%{http_code}'`])
  return stdout
}
