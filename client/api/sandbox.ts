/** Orders for the chat platforms that the sandbox plays: what a person does there, or what its owner sets. */
export async function callSandbox(
  platform: 'telegram' | 'whatsapp' | 'messenger' | 'slack' | 'mail',
  order: object,
): Promise<void> {
  const response = await fetch(`/sandbox/${platform}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!response.ok) {
    throw new Error(`The sandbox answered ${response.status}.`)
  }
}
