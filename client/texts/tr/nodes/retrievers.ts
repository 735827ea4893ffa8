export const retrievers: Readonly<Record<string, string>> = {
  'A prompt for the Multi Prompt Chain to choose from.': 'Çok istemli zincirin seçebileceği bir istem.',
  'Prompt Name': 'İstem adı',
  'Prompt Description': 'İstem açıklaması',
  'Questions this prompt is for.': 'İstemin hangi sorular için olduğu.',
  'Good for questions about physics': 'Fizik soruları için uygundur',
  'Prompt System Message': 'İstemin sistem mesajı',
  'You are a patient physics teacher. Say so when you do not know.':
    'Sabırlı bir fizik öğretmenisin. Bilmediğinde bunu söyle.',
  'Cohere Rerank Retriever': 'Cohere sıralayıcı',
  'Reranks the results of another retriever with Cohere.':
    'Başka bir getiricinin sonuçlarını Cohere ile ilgisine göre yeniden sıralar.',
  'Query for the Document and Text outputs. Empty: the message.':
    'Belge ve Metin çıkışlarının sorgusu. Boşsa mesaj.',
  'Number of chunks to keep.': 'Tutulacak parça sayısı.',
  'Finds passages in one of your document pools.': 'Belge havuzlarınızdan birinde ilgili parçaları bulur.',
  Pool: 'Havuz',
  'Custom Retriever': 'Özel getirici',
  'Formats each chunk with its metadata as you define.':
    'Her parçayı, üst verisiyle, belirlediğiniz biçimde yazar.',
  'Result Format': 'Sonuç biçimi',
  '{{context}} is the text, {{metadata.source}} is a metadata field.':
    '{{context}} metindir, {{metadata.source}} bir üst veri alanıdır.',
  'Embeddings Filter Retriever': 'Gömme filtreli getirici',
  'Keeps the results of another retriever that are similar to the question, compared with its own embedding model.':
    'Başka bir getiricinin sonuçlarından, kendi gömme modeline göre soruya benzeyenleri tutar.',
  'Similarity Threshold': 'Benzerlik eşiği',
  'From 0 to 1. Empty: only Top K applies.': '0 ile 1 arasında. Boşsa yalnızca Top K geçerlidir.',
  'Max chunks.': 'En fazla parça sayısı.',
  'HyDE Retriever': 'HyDE getirici',
  'Searches with a hypothetical answer that a model writes.': 'Modelin yazdığı varsayımsal yanıtla arar.',
  'Select Defined Prompt': 'Hazır istem',
  'Overrides the prompt above: {question}.': 'Yukarıdakinin yerine kullanılır: {question}.',
  'Number of chunks.': 'Getirilecek parça sayısı.',
  'Jina AI Rerank Retriever': 'Jina AI sıralayıcı',
  'Reranks the results of another retriever with Jina AI.':
    'Başka bir getiricinin sonuçlarını Jina AI ile ilgisine göre yeniden sıralar.',
  'LLM Filter Retriever': 'LLM filtreli getirici',
  'Keeps only the relevant part of each chunk, selected by a model.':
    'Her parçanın yalnızca ilgili bölümünü tutar; bölümü model seçer.',
  'Searches with several versions of the question that a model writes.': 'Soruyu farklı biçimlerde arar.',
  'Prompt for the versions of the question: {question}, {questionCount}.':
    'Sorunun farklı biçimleri için istem: {question}, {questionCount}.',
  'Reciprocal Rank Fusion Retriever': 'Birleşik sıralamalı getirici (RRF)',
  'Searches with several versions of the question and ranks the results they share first.':
    'Soruyu farklı biçimlerde arar, ortak sonuçları öne alır.',
  'Query Count': 'Sorgu sayısı',
  'Number of versions of the question.': 'Sorunun kaç farklı biçimde yazılacağı.',
  'Number of chunks to keep. Default: 4.': 'Tutulacak parça sayısı. Varsayılan: 4.',
  Constant: 'Sabit',
  'Higher values give top ranks less weight.': 'Yüksek değerler ilk sıraların ağırlığını azaltır.',
  'Returns only chunks that are similar enough to the question.': 'Yeterince benzer parçaları getirir.',
  'Minimum Similarity Score (%)': 'En düşük benzerlik (%)',
  'Leave out chunks below this score.': 'Benzerliği bunun altında olan parçaları getirmez.',
  'Max K': 'En fazla K',
  'K Increment': 'K artışı',
  'A vector store with a name and a description, for chains that choose between several.':
    'En benzer parçaları getirir. Birden çok getirici arasından seçen zincirler için.',
  'opening hours': 'çalışma saatleri',
  'Content of this store. The model chooses by this description.':
    'Deponun içeriği. Model bu açıklamaya göre seçer.',
  'Voyage AI Rerank Retriever': 'Voyage AI sıralayıcı',
  'Reranks the results of another retriever with Voyage AI.':
    'Başka bir getiricinin sonuçlarını Voyage AI ile ilgisine göre yeniden sıralar.',
  'Similarity Threshold Retriever': 'Eşikli getirici',
}
