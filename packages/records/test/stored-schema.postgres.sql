CREATE INDEX bills_asset ON records.bills USING btree (account, asset, id)
CREATE INDEX bills_rare ON records.bills USING btree (account, reason, id) WHERE ((reason >= 5) AND (reason <> 10) AND (reason <> 11))
CREATE INDEX copy_bases_time ON records.copy_bases USING btree (trader, "time", batch)
CREATE INDEX copy_batches_trader ON records.copy_batches USING btree (trader, id)
CREATE INDEX copy_fills_left_out ON records.copy_fills USING btree (portfolio, batch) WHERE (left_out > 0)
CREATE INDEX copy_fills_portfolio ON records.copy_fills USING btree (portfolio, batch)
CREATE INDEX copy_gathered_trader ON records.copy_gathered USING btree (trader, batch)
CREATE INDEX copy_portfolios_root ON records.copy_portfolios USING btree (root, id)
CREATE INDEX copy_portfolios_trader ON records.copy_portfolios USING btree (trader, id)
CREATE INDEX copy_shares_trader ON records.copy_shares USING btree (trader, seq, portfolio)
CREATE INDEX fills_instrument ON records.fills USING btree (account, instrument, trade, liquidity)
CREATE INDEX fills_off_book ON records.fills USING btree (account, trade) WHERE (origin > 0)
CREATE INDEX fills_order ON records.fills USING btree (order_id, account, trade, liquidity)
CREATE INDEX fundings_instrument ON records.fundings USING btree (account, instrument, id)
CREATE INDEX loans_asset ON records.loans USING btree (account, asset, id)
CREATE INDEX loans_instrument ON records.loans USING btree (account, instrument, id)
CREATE INDEX loans_rare ON records.loans USING btree (account, id) WHERE (cause <> 2)
CREATE INDEX movements_client ON records.movements USING btree (from_user, client_id) WHERE (client_id <> ''::text)
CREATE INDEX movements_from ON records.movements USING btree (from_user, kind, id)
CREATE INDEX movements_to ON records.movements USING btree (to_user, kind, id)
CREATE INDEX notices_kind ON records.notices USING btree ("user", kind, id)
CREATE INDEX notices_mailed ON records.notices USING btree (seq) WHERE ((kind <= 3) OR (kind >= 12))
CREATE INDEX orders_client ON records.orders USING btree (account, client_id) WHERE (client_id <> ''::text)
CREATE INDEX orders_converted ON records.orders USING btree (account, id) WHERE (substr(client_id, 1, 8) = 'convert:'::text)
CREATE INDEX orders_instrument ON records.orders USING btree (account, instrument, id)
CREATE INDEX orders_market ON records.orders USING btree (account, type, id) WHERE (type = 1)
CREATE INDEX orders_plan ON records.orders USING btree (account, plan, id) WHERE (plan > 0)
CREATE INDEX plans_client ON records.plans USING btree (account, client_id) WHERE (client_id <> ''::text)
CREATE INDEX plans_failed ON records.plans USING btree (account, status, id) WHERE (status = 3)
CREATE INDEX plans_instrument ON records.plans USING btree (account, instrument, id)
CREATE INDEX positions_closed ON records.positions USING btree (account, closed_id) WHERE (closed_id > 0)
CREATE INDEX positions_open ON records.positions USING btree (account, opened) WHERE (closed_id = 0)
CREATE UNIQUE INDEX assets_key ON records.assets USING btree (id)
CREATE UNIQUE INDEX bills_key ON records.bills USING btree (account, id)
CREATE UNIQUE INDEX copy_bases_key ON records.copy_bases USING btree (batch)
CREATE UNIQUE INDEX copy_batches_key ON records.copy_batches USING btree (id)
CREATE UNIQUE INDEX copy_books_key ON records.copy_books USING btree (portfolio)
CREATE UNIQUE INDEX copy_days_key ON records.copy_days USING btree (kind, portfolio, day)
CREATE UNIQUE INDEX copy_ends_key ON records.copy_ends USING btree (portfolio)
CREATE UNIQUE INDEX copy_exits_key ON records.copy_exits USING btree (portfolio, seq, instrument)
CREATE UNIQUE INDEX copy_fills_key ON records.copy_fills USING btree (batch, portfolio)
CREATE UNIQUE INDEX copy_gathered_key ON records.copy_gathered USING btree (batch)
CREATE UNIQUE INDEX copy_hours_key ON records.copy_hours USING btree (trader, side, subject, hour)
CREATE UNIQUE INDEX copy_order_ends_key ON records.copy_order_ends USING btree (id)
CREATE UNIQUE INDEX copy_orders_key ON records.copy_orders USING btree (id)
CREATE UNIQUE INDEX copy_own_trades_key ON records.copy_own_trades USING btree (batch, trade)
CREATE UNIQUE INDEX copy_portfolios_key ON records.copy_portfolios USING btree (id)
CREATE UNIQUE INDEX copy_shares_key ON records.copy_shares USING btree (portfolio, seq)
CREATE UNIQUE INDEX deleveragings_key ON records.deleveragings USING btree (trade)
CREATE UNIQUE INDEX facts_key ON records.facts USING btree (name)
CREATE UNIQUE INDEX fee_changes_key ON records.fee_changes USING btree (user_id, seq, change, grant_id)
CREATE UNIQUE INDEX fee_terms_key ON records.fee_terms USING btree (kind, subject, seq)
CREATE UNIQUE INDEX fills_key ON records.fills USING btree (account, trade, liquidity)
CREATE UNIQUE INDEX fund_entries_key ON records.fund_entries USING btree (asset, id)
CREATE UNIQUE INDEX fund_hours_key ON records.fund_hours USING btree (measure, subject, hour)
CREATE UNIQUE INDEX funding_rounds_key ON records.funding_rounds USING btree (instrument, round)
CREATE UNIQUE INDEX fundings_key ON records.fundings USING btree (account, id)
CREATE UNIQUE INDEX holding_hours_key ON records.holding_hours USING btree (account, pocket, asset, owed, hour)
CREATE UNIQUE INDEX instruments_key ON records.instruments USING btree (id)
CREATE UNIQUE INDEX liquidations_key ON records.liquidations USING btree (account, id)
CREATE UNIQUE INDEX loans_key ON records.loans USING btree (account, id)
CREATE UNIQUE INDEX margin_liquidations_key ON records.margin_liquidations USING btree (account, id)
CREATE UNIQUE INDEX marks_key ON records.marks USING btree (minute)
CREATE UNIQUE INDEX movements_key ON records.movements USING btree (id)
CREATE UNIQUE INDEX notices_key ON records.notices USING btree ("user", id)
CREATE UNIQUE INDEX orders_key ON records.orders USING btree (account, id)
CREATE UNIQUE INDEX parent_orders_key ON records.parent_orders USING btree (account, id)
CREATE UNIQUE INDEX plan_failures_key ON records.plan_failures USING btree (account, plan)
CREATE UNIQUE INDEX plans_key ON records.plans USING btree (account, id)
CREATE UNIQUE INDEX position_hours_key ON records.position_hours USING btree (account, instrument, leg, hour)
CREATE UNIQUE INDEX positions_key ON records.positions USING btree (account, instrument, leg, opened)
CREATE UNIQUE INDEX prevented_matches_key ON records.prevented_matches USING btree (account, id)
CREATE UNIQUE INDEX price_hours_key ON records.price_hours USING btree (instrument, hour, source)
CREATE UNIQUE INDEX refusals_key ON records.refusals USING btree (account, id)
CREATE UNIQUE INDEX schema_version_pkey ON records.schema_version USING btree (version)
CREATE UNIQUE INDEX set_aside_key ON records.set_aside USING btree (name, row_key)
CREATE UNIQUE INDEX state_key ON records.state USING btree (id)
CREATE UNIQUE INDEX users_key ON records.users USING btree (id)
assets.code 2 text C NO -
assets.id 1 bigint - NO -
assets.name 3 text C NO -
assets.scale 4 bigint - NO -
bills.account 1 bigint - NO -
bills.amount 6 bigint - NO -
bills.asset 3 bigint - NO -
bills.balance 8 bigint - NO -
bills.fee 7 bigint - NO -
bills.id 2 bigint - NO -
bills.instrument 9 bigint - NO -
bills.reason 4 bigint - NO -
bills.reference 10 bigint - NO -
bills.seq 12 bigint - NO -
bills.side 5 bigint - NO -
bills.time 11 bigint - NO -
copy_bases.batch 1 bigint - NO -
copy_bases.best 9 bigint - NO -
copy_bases.closes 5 bigint - NO -
copy_bases.equity 13 bigint - NO -
copy_bases.instrument 3 bigint - NO -
copy_bases.isolated 12 bigint - NO -
copy_bases.leg 18 bigint - NO 0
copy_bases.leverage 11 bigint - NO -
copy_bases.lots 7 bigint - NO -
copy_bases.mark 8 bigint - NO -
copy_bases.opens 6 bigint - NO -
copy_bases.price 10 bigint - NO -
copy_bases.seq 17 bigint - NO -
copy_bases.side 4 bigint - NO -
copy_bases.taken 14 bigint - NO -
copy_bases.taken_cost 15 bigint - NO -
copy_bases.time 16 bigint - NO -
copy_bases.trader 2 bigint - NO -
copy_batches.cost 7 bigint - NO -
copy_batches.filled 6 bigint - NO -
copy_batches.id 1 bigint - NO -
copy_batches.instrument 3 bigint - NO -
copy_batches.left_out 9 bigint - NO -
copy_batches.leg 12 bigint - NO 0
copy_batches.lots 5 bigint - NO -
copy_batches.owners 8 bigint - NO -
copy_batches.seq 11 bigint - NO -
copy_batches.side 4 bigint - NO -
copy_batches.time 10 bigint - NO -
copy_batches.told 13 bigint - NO 0
copy_batches.trader 2 bigint - NO -
copy_books.mark 2 bigint - NO -
copy_books.owed 3 bigint - NO -
copy_books.portfolio 1 bigint - NO -
copy_books.shared 4 bigint - NO -
copy_days.batch 6 bigint - NO -
copy_days.day 3 bigint - NO -
copy_days.kind 1 bigint - NO -
copy_days.portfolio 2 bigint - NO -
copy_days.times 4 bigint - NO -
copy_days.units 5 bigint - NO -
copy_ends.how 2 bigint - NO -
copy_ends.portfolio 1 bigint - NO -
copy_ends.seq 3 bigint - NO -
copy_exits.base 7 bigint - NO -
copy_exits.cost 11 bigint - NO -
copy_exits.equity 6 bigint - NO -
copy_exits.instrument 3 bigint - NO -
copy_exits.lots 10 bigint - NO -
copy_exits.mark 9 bigint - NO -
copy_exits.peak 8 bigint - NO -
copy_exits.portfolio 1 bigint - NO -
copy_exits.reason 5 bigint - NO -
copy_exits.seq 2 bigint - NO -
copy_exits.still_open 12 bigint - NO -
copy_exits.time 13 bigint - NO -
copy_exits.trader 4 bigint - NO -
copy_fills.batch 1 bigint - NO -
copy_fills.cost 6 bigint - NO -
copy_fills.fee 7 bigint - NO -
copy_fills.filled 5 bigint - NO -
copy_fills.left_out 3 bigint - NO -
copy_fills.lots 4 bigint - NO -
copy_fills.portfolio 2 bigint - NO -
copy_fills.seq 9 bigint - NO -
copy_fills.time 8 bigint - NO -
copy_gathered.batch 1 bigint - NO -
copy_gathered.bound 10 bigint - NO -
copy_gathered.code 9 bigint - NO -
copy_gathered.ended 7 bigint - NO -
copy_gathered.followers 6 bigint - NO -
copy_gathered.given 11 bigint - NO -
copy_gathered.instrument 3 bigint - NO -
copy_gathered.leg 14 bigint - NO 0
copy_gathered.lots 5 bigint - NO -
copy_gathered.price 17 bigint - NO 0
copy_gathered.reason 8 bigint - NO -
copy_gathered.seq 13 bigint - NO -
copy_gathered.side 4 bigint - NO -
copy_gathered.time 12 bigint - NO -
copy_gathered.time_in_force 16 bigint - NO 0
copy_gathered.trader 2 bigint - NO -
copy_gathered.type 15 bigint - NO 0
copy_hours.amount 5 bigint - NO -
copy_hours.cost 6 bigint - NO -
copy_hours.hour 4 bigint - NO -
copy_hours.side 2 bigint - NO -
copy_hours.subject 3 bigint - NO -
copy_hours.trader 1 bigint - NO -
copy_order_ends.id 1 bigint - NO -
copy_order_ends.reason 2 bigint - NO -
copy_order_ends.seq 3 bigint - NO -
copy_order_ends.time 4 bigint - NO -
copy_orders.id 1 bigint - NO -
copy_orders.price 4 bigint - NO -
copy_orders.time 5 bigint - NO -
copy_orders.time_in_force 3 bigint - NO -
copy_orders.type 2 bigint - NO -
copy_own_trades.batch 1 bigint - NO -
copy_own_trades.lots 3 bigint - NO -
copy_own_trades.price 4 bigint - NO -
copy_own_trades.seq 6 bigint - NO -
copy_own_trades.time 5 bigint - NO -
copy_own_trades.trade 2 bigint - NO -
copy_portfolios.asset 4 bigint - NO -
copy_portfolios.closing 7 bigint - NO -
copy_portfolios.ended_at 6 bigint - NO -
copy_portfolios.hidden 10 bigint - NO -
copy_portfolios.id 1 bigint - NO -
copy_portfolios.opened_at 5 bigint - NO -
copy_portfolios.paid_in 8 bigint - NO -
copy_portfolios.root 2 bigint - NO -
copy_portfolios.seq 12 bigint - NO -
copy_portfolios.settings 11 text C NO -
copy_portfolios.share_ppm 9 bigint - NO -
copy_portfolios.trader 3 bigint - NO -
copy_shares.asset 4 bigint - NO -
copy_shares.due 12 bigint - NO -
copy_shares.free 8 bigint - NO -
copy_shares.fresh 11 bigint - NO -
copy_shares.mark_before 9 bigint - NO -
copy_shares.owed 14 bigint - NO -
copy_shares.paid 13 bigint - NO -
copy_shares.portfolio 1 bigint - NO -
copy_shares.profit 10 bigint - NO -
copy_shares.realised 5 bigint - NO -
copy_shares.seq 2 bigint - NO -
copy_shares.share_ppm 7 bigint - NO -
copy_shares.time 15 bigint - NO -
copy_shares.trader 3 bigint - NO -
copy_shares.unrealised 6 bigint - NO -
deleveragings.instrument 2 bigint - NO -
deleveragings.positions 4 bigint - NO -
deleveragings.seq 6 bigint - NO -
deleveragings.side 3 bigint - NO -
deleveragings.time 5 bigint - NO -
deleveragings.trade 1 bigint - NO -
facts.name 1 text C NO -
facts.value 2 text C NO -
fee_changes.actor 10 text C NO -
fee_changes.change 3 bigint - NO -
fee_changes.day 8 bigint - NO -
fee_changes.grant_id 4 bigint - NO -
fee_changes.grant_kind 5 bigint - NO -
fee_changes.reason 11 text C NO -
fee_changes.receipt 9 text C NO -
fee_changes.seq 2 bigint - NO -
fee_changes.time 12 bigint - NO -
fee_changes.until 7 bigint - NO -
fee_changes.user_id 1 bigint - NO -
fee_changes.value 6 bigint - NO -
fee_terms.kind 1 bigint - NO -
fee_terms.seq 3 bigint - NO -
fee_terms.subject 2 bigint - NO -
fee_terms.terms 4 text C NO -
fills.account 1 bigint - NO -
fills.fee 11 bigint - NO -
fills.fee_asset 12 bigint - NO -
fills.instrument 5 bigint - NO -
fills.liquidity 3 bigint - NO -
fills.options 15 bigint - NO 0
fills.order_id 4 bigint - NO -
fills.origin 17 bigint - NO 0
fills.own 18 bigint - NO 0
fills.price 8 bigint - NO -
fills.profit 16 bigint - NO 0
fills.quantity 9 bigint - NO -
fills.quote 10 bigint - NO -
fills.seq 14 bigint - NO -
fills.side 6 bigint - NO -
fills.time 13 bigint - NO -
fills.trade 2 bigint - NO -
fills.type 7 bigint - NO -
fund_entries.amount 4 bigint - NO -
fund_entries.asset 1 bigint - NO -
fund_entries.balance 5 bigint - NO -
fund_entries.id 2 bigint - NO -
fund_entries.instrument 6 bigint - NO -
fund_entries.reason 3 bigint - NO -
fund_entries.reference 7 bigint - NO -
fund_entries.seq 9 bigint - NO -
fund_entries.time 8 bigint - NO -
fund_hours.hour 3 bigint - NO -
fund_hours.measure 1 bigint - NO -
fund_hours.subject 2 bigint - NO -
fund_hours.units 4 bigint - NO -
funding_rounds.due 6 bigint - NO -
funding_rounds.index_price 5 bigint - NO -
funding_rounds.instrument 1 bigint - NO -
funding_rounds.mark 4 bigint - NO -
funding_rounds.rate 3 bigint - NO -
funding_rounds.round 2 bigint - NO -
funding_rounds.seq 8 bigint - NO -
funding_rounds.time 7 bigint - NO -
fundings.account 1 bigint - NO -
fundings.amount 10 bigint - NO -
fundings.asset 9 bigint - NO -
fundings.id 2 bigint - NO -
fundings.instrument 3 bigint - NO -
fundings.leg 4 bigint - NO -
fundings.lots 8 bigint - NO -
fundings.mark 7 bigint - NO -
fundings.rate 6 bigint - NO -
fundings.round 5 bigint - NO -
fundings.seq 12 bigint - NO -
fundings.time 11 bigint - NO -
holding_hours.account 1 bigint - NO -
holding_hours.asset 3 bigint - NO -
holding_hours.hour 5 bigint - NO -
holding_hours.owed 4 bigint - NO -
holding_hours.pocket 2 bigint - NO -
holding_hours.units 6 bigint - NO -
instruments.base 3 bigint - NO -
instruments.id 1 bigint - NO -
instruments.lot_units 8 bigint - NO -
instruments.price_scale 5 bigint - NO -
instruments.product 9 bigint - NO 0
instruments.quantity_scale 6 bigint - NO -
instruments.quote 4 bigint - NO -
instruments.quote_factor 7 bigint - NO -
instruments.symbol 2 text C NO -
liquidations.account 1 bigint - NO -
liquidations.closed 6 bigint - NO -
liquidations.deleveraged 7 bigint - NO -
liquidations.excess 9 bigint - NO -
liquidations.fee 11 bigint - NO -
liquidations.id 2 bigint - NO -
liquidations.instrument 3 bigint - NO -
liquidations.leg 4 bigint - NO -
liquidations.limit_price 10 bigint - NO -
liquidations.margin_mode 5 bigint - NO -
liquidations.mark 8 bigint - NO -
liquidations.paid_by_fund 12 bigint - NO -
liquidations.seq 14 bigint - NO -
liquidations.time 13 bigint - NO -
loans.account 1 bigint - NO -
loans.asset 4 bigint - NO -
loans.cause 5 bigint - NO -
loans.id 2 bigint - NO -
loans.instrument 3 bigint - NO -
loans.interest 8 bigint - NO -
loans.interest_delta 10 bigint - NO -
loans.principal 7 bigint - NO -
loans.principal_delta 9 bigint - NO -
loans.rate 11 bigint - NO -
loans.reference 6 bigint - NO -
loans.seq 13 bigint - NO -
loans.time 12 bigint - NO -
margin_liquidations.account 1 bigint - NO -
margin_liquidations.assets 6 bigint - NO -
margin_liquidations.debts 7 bigint - NO -
margin_liquidations.ended 11 bigint - NO -
margin_liquidations.equity 4 bigint - NO -
margin_liquidations.fee 8 bigint - NO -
margin_liquidations.id 2 bigint - NO -
margin_liquidations.instrument 3 bigint - NO -
margin_liquidations.keeps 5 bigint - NO -
margin_liquidations.lost_by_pools 10 bigint - NO -
margin_liquidations.paid_by_fund 9 bigint - NO -
margin_liquidations.seq 13 bigint - NO -
margin_liquidations.time 12 bigint - NO -
marks.bill_id 5 bigint - NO -
marks.closed_id 7 bigint - NO 0
marks.fund_id 9 bigint - NO 0
marks.liquidation_id 8 bigint - NO 0
marks.loan_id 10 bigint - NO 0
marks.margin_liquidation_id 11 bigint - NO 0
marks.minute 1 bigint - NO -
marks.movement_id 6 bigint - NO -
marks.notice_id 13 bigint - NO 0
marks.order_id 2 bigint - NO -
marks.plan_id 3 bigint - NO -
marks.refusal_id 12 bigint - NO 0
marks.trade_id 4 bigint - NO -
movements.actor 12 text C NO -
movements.address 11 text C NO -
movements.amount 8 bigint - NO -
movements.approvals 19 bigint - NO 0
movements.approved_by 20 text C NO ''::text
movements.asset 7 bigint - NO -
movements.client_id 10 text C NO -
movements.fee 9 bigint - NO -
movements.from_account 5 bigint - NO -
movements.from_user 3 bigint - NO -
movements.id 1 bigint - NO -
movements.kind 2 bigint - NO -
movements.pocket 16 bigint - NO 0
movements.reason 13 text C NO -
movements.seq 15 bigint - NO -
movements.status 17 bigint - NO 0
movements.time 14 bigint - NO -
movements.to_account 6 bigint - NO -
movements.to_user 4 bigint - NO -
movements.tx 21 text C NO ''::text
movements.updated_at 18 bigint - NO 0
notices.account 4 bigint - NO -
notices.amount 9 bigint - NO -
notices.asset 6 bigint - NO -
notices.id 2 bigint - NO -
notices.instrument 5 bigint - NO -
notices.kind 3 bigint - NO -
notices.other 12 bigint - NO -
notices.price 10 bigint - NO -
notices.quantity 8 bigint - NO -
notices.reference 11 bigint - NO -
notices.seq 15 bigint - NO -
notices.side 7 bigint - NO -
notices.status 13 bigint - NO -
notices.time 14 bigint - NO -
notices.user 1 bigint - NO -
orders.account 1 bigint - NO -
orders.client_id 11 text C NO -
orders.closed_entry 31 bigint - NO 0
orders.closed_lots 30 bigint - NO 0
orders.created_at 25 bigint - NO -
orders.done_reason 24 bigint - NO -
orders.fee 19 bigint - NO -
orders.fee_asset 20 bigint - NO -
orders.filled_quantity 17 bigint - NO -
orders.filled_quote 18 bigint - NO -
orders.id 2 bigint - NO -
orders.instrument 3 bigint - NO -
orders.options 28 bigint - NO 0
orders.plan 12 bigint - NO -
orders.price 8 bigint - NO -
orders.profit 29 bigint - NO 0
orders.quantity 9 bigint - NO -
orders.quote_amount 10 bigint - NO -
orders.remaining 22 bigint - NO -
orders.self_trade 7 bigint - NO -
orders.seq 27 bigint - NO -
orders.side 4 bigint - NO -
orders.status 23 bigint - NO -
orders.stop_loss_price 16 bigint - NO -
orders.stop_loss_trigger 15 bigint - NO -
orders.take_profit_price 14 bigint - NO -
orders.take_profit_trigger 13 bigint - NO -
orders.time_in_force 6 bigint - NO -
orders.trades 21 bigint - NO -
orders.type 5 bigint - NO -
orders.updated_at 26 bigint - NO -
parent_orders.account 1 bigint - NO -
parent_orders.client_id 8 text C NO -
parent_orders.code 15 bigint - NO -
parent_orders.created_at 17 bigint - NO -
parent_orders.duration 20 bigint - NO 0
parent_orders.far_price 10 bigint - NO -
parent_orders.filled 16 bigint - NO -
parent_orders.filled_quote 22 bigint - NO 0
parent_orders.id 2 bigint - NO -
parent_orders.instrument 3 bigint - NO -
parent_orders.parent_kind 5 bigint - NO -
parent_orders.post_only 7 bigint - NO -
parent_orders.price 9 bigint - NO -
parent_orders.quantity 11 bigint - NO -
parent_orders.self_trade 6 bigint - NO -
parent_orders.seq 19 bigint - NO -
parent_orders.side 4 bigint - NO -
parent_orders.slices 12 bigint - NO -
parent_orders.slippage 21 bigint - NO 0
parent_orders.state 14 bigint - NO -
parent_orders.updated_at 18 bigint - NO -
parent_orders.visible 13 bigint - NO -
plan_failures.account 1 bigint - NO -
plan_failures.plan 2 bigint - NO -
plan_failures.seq 3 bigint - NO -
plans.account 1 bigint - NO -
plans.callback_ppm 11 bigint - NO -
plans.client_id 12 text C NO -
plans.code 16 bigint - NO -
plans.created_at 17 bigint - NO -
plans.id 2 bigint - NO -
plans.instrument 3 bigint - NO -
plans.options 20 bigint - NO 0
plans.order_id 15 bigint - NO -
plans.parent 13 bigint - NO -
plans.plan_type 5 bigint - NO -
plans.price 8 bigint - NO -
plans.quantity 9 bigint - NO -
plans.quote_amount 10 bigint - NO -
plans.seq 19 bigint - NO -
plans.side 4 bigint - NO -
plans.status 14 bigint - NO -
plans.stop_loss_by 26 bigint - NO 0
plans.stop_loss_price 25 bigint - NO 0
plans.stop_loss_trigger 24 bigint - NO 0
plans.take_profit_by 23 bigint - NO 0
plans.take_profit_price 22 bigint - NO 0
plans.take_profit_trigger 21 bigint - NO 0
plans.trigger_by 6 bigint - NO -
plans.trigger_price 7 bigint - NO -
plans.updated_at 18 bigint - NO -
position_hours.account 1 bigint - NO -
position_hours.cost 6 bigint - NO -
position_hours.hour 4 bigint - NO -
position_hours.instrument 2 bigint - NO -
position_hours.leg 3 bigint - NO -
position_hours.lots 5 bigint - NO -
positions.account 1 bigint - NO -
positions.closed_at 21 bigint - NO -
positions.closed_id 19 bigint - NO -
positions.closed_lots 13 bigint - NO -
positions.closed_value 14 bigint - NO -
positions.cost 9 bigint - NO -
positions.fees 16 bigint - NO -
positions.funding 18 bigint - NO -
positions.instrument 2 bigint - NO -
positions.leg 3 bigint - NO -
positions.leverage 7 bigint - NO -
positions.lots 8 bigint - NO -
positions.margin 10 bigint - NO -
positions.margin_mode 6 bigint - NO -
positions.opened 4 bigint - NO -
positions.opened_at 20 bigint - NO -
positions.opened_lots 11 bigint - NO -
positions.opened_value 12 bigint - NO -
positions.opening_fees 17 bigint - NO -
positions.profit 15 bigint - NO -
positions.seq 23 bigint - NO -
positions.side 5 bigint - NO -
positions.updated_at 22 bigint - NO -
prevented_matches.account 1 bigint - NO -
prevented_matches.id 2 bigint - NO -
prevented_matches.instrument 3 bigint - NO -
prevented_matches.maker_order 4 bigint - NO -
prevented_matches.mode 8 bigint - NO -
prevented_matches.price 6 bigint - NO -
prevented_matches.quantity 7 bigint - NO -
prevented_matches.seq 10 bigint - NO -
prevented_matches.taker_order 5 bigint - NO -
prevented_matches.time 9 bigint - NO -
price_hours.hour 2 bigint - NO -
price_hours.instrument 1 bigint - NO -
price_hours.price 4 bigint - NO -
price_hours.source 3 bigint - NO -
refusals.account 1 bigint - NO -
refusals.client_id 11 text C NO -
refusals.code 12 bigint - NO -
refusals.form 4 bigint - NO -
refusals.id 2 bigint - NO -
refusals.instrument 3 bigint - NO -
refusals.limit_number 13 text C NO -
refusals.price 8 bigint - NO -
refusals.quantity 9 bigint - NO -
refusals.quote_amount 10 bigint - NO -
refusals.seq 16 bigint - NO -
refusals.side 5 bigint - NO -
refusals.time 15 bigint - NO -
refusals.trigger_price 7 bigint - NO -
refusals.type 6 bigint - NO -
refusals.value_number 14 text C NO -
schema_version.applied_at 3 bigint - NO -
schema_version.name 2 text - NO -
schema_version.version 1 bigint - NO -
set_aside.name 1 text C NO -
set_aside.reason 4 text C NO -
set_aside.row_key 2 text C NO -
set_aside.row_text 3 text C NO -
set_aside.seq 5 bigint - NO -
state.closed_positions 9 bigint - NO 0
state.fund_entries 11 bigint - NO 0
state.id 1 bigint - NO -
state.last_seq 2 bigint - NO -
state.liquidations 10 bigint - NO 0
state.loans 12 bigint - NO 0
state.margin_liquidations 13 bigint - NO 0
state.max_movement 8 bigint - NO -
state.max_order 5 bigint - NO -
state.max_plan 6 bigint - NO -
state.max_trade 7 bigint - NO -
state.next_bill 3 bigint - NO -
state.next_prevented 4 bigint - NO -
state.notices 15 bigint - NO 0
state.refusals 14 bigint - NO 0
users.id 1 bigint - NO -
users.seq 3 bigint - NO -
users.simulated 2 bigint - NO -
users.time 4 bigint - NO -
