export const embeddings: Readonly<Record<string, string>> = {
  'Amazon Bedrock embedding model.': 'Amazon Bedrock gömme modelleri.',
  'Cohere Input Type': 'Cohere girdi türü',
  'For Cohere models: the purpose of the texts. Not needed for search.':
    'Cohere modelleri için metinlerin amacı. Aramada gerekmez.',
  'Batch Size': 'Toplu işlem boyutu',
  'Texts per request.': 'İstek başına metin sayısı.',
  'Max AWS API retries': 'En fazla AWS yeniden denemesi',
  'No effect: every retry could be charged.': 'Etkisi yoktur: her yeniden deneme ücretlendirilebilir.',
  'OpenAI embedding model in your Azure account.': 'Azure hesabınızdaki OpenAI gömme modelleri.',
  'The model of the deployment. It determines the price.': 'Dağıtımın kullandığı model. Fiyatı bu belirler.',
  'OpenAI embedding model in your Azure account, for LlamaIndex engines.':
    'LlamaIndex motorları için Azure hesabınızdaki OpenAI gömme modelleri.',
  'Cohere embedding model.': 'Cohere’in gömme modelleri.',
  'Search sets the type for questions and documents automatically. The other types are for other tasks.':
    'Aramada soru ve belge türü otomatik ayarlanır. Diğer türler başka işler içindir.',
  'Small built-in embedding model for testing flows. It needs no key and matches texts by shared words.':
    'Metni aranabilir vektöre çeviren küçük model. Anahtar gerekmez; ortak sözcüklere göre eşleştirir.',
  'Google embedding model, with a key from AI Studio.': 'Google’ın gömme modelleri, AI Studio anahtarıyla.',
  'Task Type': 'Görev türü',
  'Google Cloud embedding model, with a service account.':
    'Google Cloud’un gömme modelleri, hizmet hesabıyla.',
  'Region of the model.': 'Modelin çalıştığı bölge.',
  'Embedding model on Hugging Face or on your own inference endpoint.':
    'Hugging Face’te ya da kendi çıkarım uç noktanızda çalışan gömme modelleri.',
  'URL of your own inference endpoint.': 'Kendi çıkarım uç noktanızın URL’si.',
  'Jina AI embedding model.': 'Jina AI’ın gömme modelleri.',
  Dimensions: 'Boyut sayısı',
  'Length of the vectors.': 'Vektörlerin uzunluğu.',
  'Allow Late Chunking': 'Geç parçalamaya izin ver',
  'Chunks embedded together share their context.': 'Birlikte gömülen parçalar bağlamı paylaşır.',
  'Embedding model on LocalAI or an OpenAI-compatible server.':
    'LocalAI’daki ya da OpenAI uyumlu bir sunucudaki gömme modelleri.',
  'Mistral AI embedding model.': 'Mistral AI’ın gömme modelleri.',
  'Strip New Lines': 'Satır sonlarını kaldır',
  'Line breaks reduce the quality of some older models.':
    'Satır sonları bazı eski modellerde kaliteyi düşürür.',
  'Embedding model on an Ollama server.': 'Bir Ollama sunucusundaki gömme modelleri.',
  'Use MMap': 'MMap kullan',
  'OpenAI embedding model for LlamaIndex engines.': 'LlamaIndex motorları için OpenAI gömme modelleri.',
  'Any embedding model on an OpenAI-compatible server.': 'OpenAI uyumlu bir sunucudaki gömme modelleri.',
  'Length of the vectors, if the model supports it.': 'Vektörlerin uzunluğu; model destekliyorsa.',
  'OpenAI embedding model. Turns texts into searchable vectors.':
    'OpenAI gömme modelleri. Metni aranabilir vektöre çevirir.',
  'Encoding Format': 'Kodlama biçimi',
  'Format of the vectors in the response. Base64 is smaller.':
    'Vektörlerin yanıttaki biçimi. Base64 daha küçüktür.',
  'Together AI embedding model.': 'Together AI’daki gömme modelleri.',
  'Voyage AI embedding model.': 'Voyage AI’ın gömme modelleri.',
}
