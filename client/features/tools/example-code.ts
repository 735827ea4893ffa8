export const exampleCode = `// Every property of the input schema is here by its name, with a $ before it.
// Variables are in $vars, the conversation in $flow. The return value goes to the model.
const response = await fetch('https://api.example.com/orders/' + encodeURIComponent($order_id))
if (!response.ok) {
  return 'There is no order ' + $order_id + '.'
}
const order = await response.json()
console.log('found', order.state)
return order.state + ', due ' + order.due
`
