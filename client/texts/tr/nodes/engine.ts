export const engine: Readonly<Record<string, string>> = {
  'Chats about retrieved documents and remembers the conversation.':
    'Getirilen belgelerle sohbet eder, konuşmayı hatırlar.',
  'You are a helpful assistant.': 'Yardımsever bir asistansın.',
  'Answers one question from retrieved documents.': 'Tek soruyu getirilen belgelerden yanıtlar.',
  'Response Synthesizer': 'Yanıt birleştirici',
  'How to build an answer from the passages found.': 'Bulunan parçalardan yanıtın nasıl oluşturulacağı.',
  'Splits a question into parts, answers each with an engine and combines the answers.':
    'Soruyu parçalara böler, her parçayı bir motorla yanıtlar, yanıtları birleştirir.',
  'QueryEngine Tools': 'Sorgu motoru araçları',
  'How to combine the partial answers.': 'Kısmi yanıtların nasıl birleştirileceği.',
}
