/** Chips on the cards of steps, which are not of the server's catalogue. */
export const chips: Readonly<Record<string, string>> = {
  memory: 'bellek',
  'last {number}': 'son {number}',
  'state: {number}': 'durum: {number}',
  allMessages: 'tüm mesajlar',
  windowSize: 'son mesajlar',
  conversationSummary: 'konuşma özeti',
  conversationSummaryBuffer: 'özet ve son mesajlar',
}
