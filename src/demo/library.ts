// The content of the demo: the help desk of a bookshop by the sea. All of it is fictional.

import { z } from 'zod'

export interface Question {
  readonly topic: string
  readonly question: string
  readonly correct_answer: string
}

/** The rows of a testset of questions, as the API returns them. */
export const questionRows = z.object({
  testcases: z.array(
    z.object({
      id: z.string(),
      data: z.looseObject({ topic: z.string(), question: z.string(), correct_answer: z.string() }),
    }),
  ),
})

export const questions: readonly Question[] = [
  {
    topic: 'delivery',
    question: 'How long does delivery to Norway take?',
    correct_answer: 'Delivery to Norway takes four to six working days.',
  },
  {
    topic: 'delivery',
    question: 'Can I collect my order at the harbour shop?',
    correct_answer: 'Yes, orders can be collected at the harbour shop from the next morning.',
  },
  {
    topic: 'delivery',
    question: 'My parcel has not moved for five days.',
    correct_answer: 'After five days without news we send the books again, free of charge.',
  },
  {
    topic: 'delivery',
    question: 'Do you ship to a parcel locker?',
    correct_answer: 'Yes, choose a parcel locker at checkout.',
  },
  {
    topic: 'delivery',
    question: 'What does express delivery cost?',
    correct_answer: 'Express delivery costs 9.90 and takes one working day.',
  },
  {
    topic: 'returns',
    question: 'How do I return a book?',
    correct_answer: 'Print the label from your account and send the book back within 30 days.',
  },
  {
    topic: 'returns',
    question: 'The cover arrived bent. What now?',
    correct_answer: 'Send us a photo; we replace damaged books at once.',
  },
  {
    topic: 'returns',
    question: 'Can I return an e-book?',
    correct_answer: 'E-books can be returned within 14 days if less than a tenth was read.',
  },
  {
    topic: 'returns',
    question: 'When do I get my money back?',
    correct_answer: 'Refunds arrive within five working days after we have the book.',
  },
  {
    topic: 'returns',
    question: 'I lost the receipt. Can I still return a gift?',
    correct_answer: 'Yes, with the order number from the gift note.',
  },
  {
    topic: 'payment',
    question: 'Which cards do you take?',
    correct_answer: 'We take Visa, Mastercard and American Express.',
  },
  {
    topic: 'payment',
    question: 'Can I pay by invoice?',
    correct_answer: 'Libraries and schools can pay by invoice within 30 days.',
  },
  {
    topic: 'payment',
    question: 'I was charged twice.',
    correct_answer: 'The second charge is a reservation and disappears within three days.',
  },
  {
    topic: 'payment',
    question: 'Do you have gift cards?',
    correct_answer: 'Yes, gift cards from 10 to 200 are sent by mail or e-mail.',
  },
  {
    topic: 'payment',
    question: 'Why was my card refused?',
    correct_answer: 'Most often the address differs from the one your bank knows.',
  },
  {
    topic: 'books',
    question: 'Do you have sea charts?',
    correct_answer: 'Yes, charts of the whole coast, on the second floor and online.',
  },
  {
    topic: 'books',
    question: 'Which of your cookbooks is about fish?',
    correct_answer: 'Salt and Smoke has ninety recipes for fish and shellfish.',
  },
  {
    topic: 'books',
    question: 'Is the third volume of The Lighthouse Keepers out?',
    correct_answer: 'The third volume appears in March; you can order it now.',
  },
  {
    topic: 'books',
    question: 'Can you recommend something for a ten-year-old?',
    correct_answer: 'The Otter Detectives is our favourite for ages nine to twelve.',
  },
  {
    topic: 'books',
    question: 'Do you buy used books?',
    correct_answer: 'We buy used books on Tuesdays at the harbour shop.',
  },
  {
    topic: 'account',
    question: 'I forgot my password.',
    correct_answer: 'Use the link on the sign-in page; it is good for one hour.',
  },
  {
    topic: 'account',
    question: 'How do I change my e-mail address?',
    correct_answer: 'Under Account, Details; we send a message to both addresses.',
  },
  {
    topic: 'account',
    question: 'Please delete my account.',
    correct_answer: 'We delete accounts within seven days; open orders are finished first.',
  },
  {
    topic: 'account',
    question: 'Can two people share an account?',
    correct_answer: 'Each person needs an account of their own; wish lists can be shared.',
  },
]

export interface Page {
  readonly id: string
  readonly title: string
  readonly text: string
}

/** The pages that the shop's search returns. */
export const pages: readonly Page[] = [
  {
    id: 'help-101',
    title: 'Delivery times',
    text: 'Home 1–2 days, neighbours 3–4, Norway and Iceland 4–6 working days.',
  },
  {
    id: 'help-102',
    title: 'Collecting orders',
    text: 'Orders placed before six are ready at the harbour shop next morning.',
  },
  {
    id: 'help-201',
    title: 'Returns',
    text: 'Thirty days, label in your account, refunds within five working days.',
  },
  {
    id: 'help-202',
    title: 'Damaged books',
    text: 'Send a photo. We replace at once and do not ask for the book back.',
  },
  {
    id: 'help-301',
    title: 'Payment',
    text: 'Visa, Mastercard, American Express; invoices for libraries and schools.',
  },
  { id: 'help-302', title: 'Gift cards', text: 'From 10 to 200, by mail or e-mail, good for three years.' },
  {
    id: 'book-411',
    title: 'Salt and Smoke',
    text: 'Ninety recipes for fish and shellfish, with a chapter on smoking at home.',
  },
  {
    id: 'book-417',
    title: 'The Lighthouse Keepers',
    text: 'A family saga in three volumes; the third appears in March.',
  },
  { id: 'book-423', title: 'The Otter Detectives', text: 'Mysteries by the river for ages nine to twelve.' },
]

export const people = [
  'ida',
  'jonas',
  'mei',
  'oskar',
  'priya',
  'rui',
  'sanna',
  'tomas',
  'uma',
  'wim',
] as const

/** The versions of the prompt, oldest first; the last one is the candidate. */
export const prompts = [
  'You answer questions of customers of Harbour Books.',
  'You answer questions of customers of Harbour Books. Be friendly and brief.',
  'You answer questions of customers of Harbour Books. Be friendly and brief. Never promise a date.',
  'You are the help desk of Harbour Books. Answer in at most three sentences. Never promise a date.',
  'You are the help desk of Harbour Books. Answer in at most three sentences, from the help pages only. Never promise a date.',
] as const

export const concisePrompt = 'Help desk of Harbour Books. One sentence. No greeting.'
