/** What is said of orders: the words come with the first event. */

/** See the head of the file. */
export const news = () => import('./account-news.ts');
