export const chains: Readonly<Record<string, string>> = {
  'LLM Chain': 'LLM zinciri',
  'Fills in a prompt and sends it to a model.': 'İstemi modele gönderir, yanıtı döndürür.',
  'Output Parser': 'Çıktı çözümleyici',
  'Name Your Chain': 'Zincire ad verin',
  'Output Prediction': 'Çıktı tahmini',
  'Answers questions from a database with read-only SQL.':
    'Soruyu SQL sorgusuna çevirip yanıtlar. Veritabanını yalnızca okur.',
  'Not supported yet.': 'Henüz desteklenmiyor.',
  'Connection string or file path (SQLite only)': 'Bağlantı adresi ya da dosya yolu (yalnızca SQLite)',
  'SQLite: a file in the “databases” folder of this server’s data. Other databases: use a read-only user.':
    'SQLite için bu sunucunun veri klasöründeki “databases” içinde bir dosya. Diğer veritabanlarında yalnızca okuma yetkisi olan bir kullanıcı seçin.',
  'Include Tables': 'Kullanılacak tablolar',
  'Tables to include, comma-separated.': 'Kullanılacak tablolar; virgülle ayırın.',
  'orders, customers': 'siparisler, musteriler',
  'Ignore Tables': 'Yok sayılacak tablolar',
  'Tables to exclude, comma-separated.': 'Hariç tutulacak tablolar; virgülle ayırın.',
  passwords: 'parolalar',
  "Sample table's rows info": 'Örnek satır sayısı',
  'Sample rows of each table to show the model.': 'Modele her tablodan gösterilecek örnek satır sayısı.',
  'Top Keys': 'En fazla satır',
  'Rows per query, unless the message asks for another number.':
    'Mesajda başka bir sayı istenmezse sorgu başına satır sayısı.',
  'Prompt for the SQL query. Variables: {input}, {dialect}, {table_info}, {top_k}.':
    'SQL sorgusu için istem. Değişkenler: {input}, {dialect}, {table_info}, {top_k}.',
  'Answers from API responses.': 'API’den gelen verilerle yanıtlar.',
  'API Documentation': 'API belgeleri',
  'API documentation with full URLs. Only these servers are called.':
    'Tam URL’leriyle API belgeleri. Yalnızca bu sunucular çağrılır.',
  'GET https://api.example.com/v1/weather?city=… returns the weather of a city.':
    'GET https://api.example.com/v1/weather?city=… bir şehrin hava durumunu döndürür.',
  'Sent with the request.': 'İstekle birlikte gönderilir.',
  'URL Prompt': 'URL istemi',
  'Prompt for the request. Variables: {api_docs}, {question}.':
    'İstek için istem. Değişkenler: {api_docs}, {question}.',
  'Answer Prompt': 'Yanıt istemi',
  'Prompt for the answer. Variables: {question}, {api_response}, {api_url}.':
    'Yanıt için istem. Değişkenler: {question}, {api_response}, {api_url}.',
  'Sends a POST request to an API and answers with the result.':
    'Bir API’ye POST isteği gönderir, sonucuyla yanıtlar.',
  'Prompt for the answer. Variables: {question}, {api_response}, {api_url_body}.':
    'Yanıt için istem. Değişkenler: {question}, {api_response}, {api_url_body}.',
  'Prompt Retriever': 'İstem seçeneği',
  'Chooses the prompt that fits the message and answers with it.': 'Soruya en uygun istemi seçer.',
  'Answers from an API described by OpenAPI.': 'OpenAPI tanımından doğru isteği yapar.',
  'YAML Link': 'YAML bağlantısı',
  'URL of the OpenAPI document, if you do not upload it.':
    'OpenAPI belgesinin URL’si; dosyayı yüklemediyseniz.',
  'YAML File': 'YAML dosyası',
  'Sent with every request.': 'Her istekle birlikte gönderilir.',
  'Answers questions from documents and remembers the conversation.':
    'Belgelerden yanıtlar, konuşmayı dikkate alır.',
  'Empty: remembers the whole conversation.': 'Boşsa konuşmanın tamamını hatırlar.',
  'Show the sources of an answer.': 'Yanıtın kaynaklarını gösterir.',
  'Prompt that rewrites a follow-up as a standalone question: {chat_history}, {question}.':
    'Devam sorusunu tek başına anlaşılır hâle getiren istem: {chat_history}, {question}.',
  'Response Prompt': 'Yanıt istemi',
  'Prompt for the answer. {context} holds the passages found.':
    'Yanıt için istem. Bulunan parçalar {context} içindedir.',
  'Answers one question from documents.': 'Tek soruyu belgelerden yanıtlar.',
  'Answers one question from a vector store.': 'Tek soruyu bir vektör deposundan yanıtlar.',
  'Chooses a retriever by its description and answers from it.':
    'Getiriciyi açıklamasına göre seçer ve ondan yanıtlar.',
}
