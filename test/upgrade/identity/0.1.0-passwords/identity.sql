--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: identity; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA identity;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: api_keys; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.api_keys (
    api_key text NOT NULL COLLATE pg_catalog."C",
    uid bigint NOT NULL,
    label text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    secret text NOT NULL COLLATE pg_catalog."C",
    public_key text NOT NULL COLLATE pg_catalog."C",
    passphrase_mac text NOT NULL COLLATE pg_catalog."C",
    permissions text NOT NULL COLLATE pg_catalog."C",
    ip_list text NOT NULL COLLATE pg_catalog."C",
    venue text NOT NULL COLLATE pg_catalog."C",
    tier text NOT NULL COLLATE pg_catalog."C",
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    last_used_address text NOT NULL COLLATE pg_catalog."C",
    deleted_at bigint NOT NULL,
    window_ms bigint DEFAULT 0 NOT NULL
);


--
-- Name: devices; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.devices (
    token_hash text NOT NULL COLLATE pg_catalog."C",
    uid bigint NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL
);


--
-- Name: facts; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.facts (
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: faucet_claims; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.faucet_claims (
    uid bigint NOT NULL,
    venue text NOT NULL COLLATE pg_catalog."C",
    day text NOT NULL COLLATE pg_catalog."C",
    asset bigint NOT NULL,
    amount bigint NOT NULL,
    claims bigint NOT NULL
);


--
-- Name: guests; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.guests (
    token_hash text NOT NULL COLLATE pg_catalog."C",
    uid bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL
);


--
-- Name: login_budgets; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.login_budgets (
    subject text NOT NULL COLLATE pg_catalog."C",
    spent_until bigint NOT NULL
);


--
-- Name: schema_version; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.schema_version (
    version bigint NOT NULL,
    name text NOT NULL,
    applied_at bigint NOT NULL
);


--
-- Name: sessions; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.sessions (
    token_hash text NOT NULL COLLATE pg_catalog."C",
    uid bigint NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    address text NOT NULL COLLATE pg_catalog."C",
    user_agent text NOT NULL COLLATE pg_catalog."C",
    active_at bigint DEFAULT 0 NOT NULL
);


--
-- Name: settings; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.settings (
    uid bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    updated_at bigint NOT NULL
);


--
-- Name: users; Type: TABLE; Schema: identity; Owner: -
--

CREATE TABLE identity.users (
    uid bigint NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    password_hash text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attribution text NOT NULL COLLATE pg_catalog."C",
    key_count bigint NOT NULL,
    created_at bigint NOT NULL,
    password_changed_at bigint NOT NULL
);


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.api_keys VALUES ('hk_4xrf2afawxhqwzjj269er44kf3tt', 16, 'looks', 'ed25519', '', '-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEALPSDUCjkPWRdMxq2/s3SE+KgewA7d/7yElWk00OBMVg=
-----END PUBLIC KEY-----
', 'b5b5207c695c49189fe25ce25c62ac30d9be99337d86c7bd60817ef72c30984d', 'read', '', 'live', 'normal', 0, 1795529437150, 0, '', 0, 5000);
INSERT INTO identity.api_keys VALUES ('hk_9ay7n9zn2ixxhjmm3w7ee8v3fdfh', 16, 'of a bot', 'rsa', '', '-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1zuRPJIRsSN5CDlxnW50
ykysTY2QqhAOZFaehAvbZXAa0PRPlXQ6UN8XflATNIlKwNdIi1tmC+LIUY5DCNW+
jTrOahODFR7bcS8QyifmxkBGdEZXzIWC9i3cLi6DUATyGkRnvnScMlk3bj2sWhDk
HnZtayyYt0f74IC5poAUqwU8IJ26isjrsreVfn0r+WstW9EGsdDmGxpbDjuBoGnP
qis0GhJljJxl1BceVeS+VDPYIBbm5C5q67Q46k+3bB5Pg0urWnwb6L8aSZMzT4eL
3uu4xGjusQkUa4HULpHdV6F0TWcT5Hd4KGw5JkbVHc/GL6YZJ288xa28fKutdc8M
dwIDAQAB
-----END PUBLIC KEY-----
', '6907f8295ec0f121bde2c58f9af23dc0dac13f95ac7c8581c78141eefeedbd78', 'read,trade', '', 'live', 'normal', 0, 1795529436333, 0, '', 0, 0);
INSERT INTO identity.api_keys VALUES ('hk_m62i333amxc6w9q24q6b4u9chce7', 16, 'everything', 'hmac', 'v1.UG1ccxDyU1dImUUCzlWu6taulnJl3JdedlBuCoqP4BymOOAAmvPDZiDOrgg8r5aG8aQSkYFoC74v-6_ZYGIe49raJuPwrZ4O-u6TlmxhIIV5KPTLN6gtKwmiGLo', '', '9c73c1f18927ec771b8a9b4438498439c3af1a7694357366bd884cdece9fd286', 'read,trade,transfer,withdraw', '127.0.0.1,10.0.0.0/8', 'live', 'normal', 0, 1795529435001, 0, '', 0, 0);
INSERT INTO identity.api_keys VALUES ('hk_wj4ma4ai85kwjxg7trhxgg4ycx5x', 16, 'leaked', 'hmac', '', '', '', 'read', '', 'live', 'normal', 0, 1795529437903, 0, '', 1795529438866, 0);
INSERT INTO identity.api_keys VALUES ('hk_yv38pddck6dvt9evvnqeekmj48zr', 18, 'paper', 'hmac', 'v1.b5tlRG6doVt4yDFT9xs9xQSK_QOEOOih5ZFi5nb767YlnsetpNZ53EGVwQjV9K19yIddddP6KCitCNzK3CWJautf6PgxgY8S-lW-sCqlL8kkGfnveUtoI7G2Mao', '', 'f10132026f277529bcfd7ead6f7980670ef80994b506d150923619456b29953b', 'read,trade', '', 'paper', 'normal', 0, 1795529442003, 0, '', 0, 0);


--
-- Data for Name: devices; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.devices VALUES ('4fc0b85aac593e0fa1b8b742b8bad7318afb74c4c19c3399fecaa7fef370bf33', 18, 1795529441952, 1795529441952);


--
-- Data for Name: facts; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.facts VALUES ('exchange', 'cfa3c65d-53e6-4024-9d63-1b4d32472683');
INSERT INTO identity.facts VALUES ('key_id', '71bcc8327e4515411c839679ce064e40');


--
-- Data for Name: faucet_claims; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.faucet_claims VALUES (18, 'live', '2026-11-24', 0, 50000000000, 1);


--
-- Data for Name: guests; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.guests VALUES ('1606b7537c85994db302fafde457b08373688dce8738414962f9169d771f260d', 212085112189548, 1795529442011, 1795529442011);


--
-- Data for Name: login_budgets; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.login_budgets VALUES ('register:24be2d6c78146d33cf14c9a06a4721a73d63014fecb5c16f030a0372c825c71f', 1795529799869);
INSERT INTO identity.login_budgets VALUES ('register:7282097292cb47140c7fb347ade1011b6aa698cd369646e964802d0fbf71e2de', 1795529794355);
INSERT INTO identity.login_budgets VALUES ('register:b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72', 1795529792816);


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.schema_version VALUES (1, 'first tables', 1795529478948);
INSERT INTO identity.schema_version VALUES (2, 'when the person of a session last acted', 1795529478948);
INSERT INTO identity.schema_version VALUES (3, 'guests of the paper venue', 1795529478948);
INSERT INTO identity.schema_version VALUES (4, 'how far off the time of a key may be', 1795529478948);


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.sessions VALUES ('0b51730987706dc8c43233e35ee11a4ac855cdd415ab1b9e4dc4b74e7b909650', 18, 1795529441959, 1795529441959, 1795572641959, '127.0.0.1', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 1795529441959);


--
-- Data for Name: settings; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.settings VALUES (18, 'favourites', '["BTCUSDT","ETHUSDT"]', 1795529441996);


--
-- Data for Name: users; Type: TABLE DATA; Schema: identity; Owner: -
--

INSERT INTO identity.users VALUES (16, 'ada@example.com', '$argon2id$v=19$m=65536,t=3,p=1$8gdFukpyWpKYZRW+BlnzZg$dr/uTHjq+o0IQPiq0WNKMx2EcAh3nLtNXt7assH2MJA', 'active', '', 3, 1795529432816, 1795529432816);
INSERT INTO identity.users VALUES (17, 'bert@example.com', '$argon2id$v=19$m=65536,t=3,p=1$NkOWEiwq/lROJIguQ5qAfw$OecBXJM2gszYS3xMv3Gn0TzL7DGmpiCz+pm5fqKYPEw', 'frozen', '', 0, 1795529434355, 1795529434355);
INSERT INTO identity.users VALUES (18, 'cara@example.com', '$argon2id$v=19$m=65536,t=3,p=1$3qGb0HCOIMP7tpKhtEV0uA$xNI/qurm1zHrgyFimGV0TU6WFNBUuBIsDEZN1sWya1g', 'active', '{"channelCode":"spring"}', 1, 1795529439869, 1795529439869);


--
-- Name: api_keys api_keys_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.api_keys
    ADD CONSTRAINT api_keys_key PRIMARY KEY (api_key);


--
-- Name: devices devices_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.devices
    ADD CONSTRAINT devices_key PRIMARY KEY (token_hash);


--
-- Name: facts facts_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.facts
    ADD CONSTRAINT facts_key PRIMARY KEY (name);


--
-- Name: faucet_claims faucet_claims_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.faucet_claims
    ADD CONSTRAINT faucet_claims_key PRIMARY KEY (uid, venue, day, asset);


--
-- Name: guests guests_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.guests
    ADD CONSTRAINT guests_key PRIMARY KEY (token_hash);


--
-- Name: guests guests_uid_unique; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.guests
    ADD CONSTRAINT guests_uid_unique UNIQUE (uid);


--
-- Name: login_budgets login_budgets_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.login_budgets
    ADD CONSTRAINT login_budgets_key PRIMARY KEY (subject);


--
-- Name: schema_version schema_version_pkey; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);


--
-- Name: sessions sessions_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.sessions
    ADD CONSTRAINT sessions_key PRIMARY KEY (token_hash);


--
-- Name: settings settings_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.settings
    ADD CONSTRAINT settings_key PRIMARY KEY (uid, name);


--
-- Name: users users_email_unique; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.users
    ADD CONSTRAINT users_email_unique UNIQUE (email);


--
-- Name: users users_key; Type: CONSTRAINT; Schema: identity; Owner: -
--

ALTER TABLE ONLY identity.users
    ADD CONSTRAINT users_key PRIMARY KEY (uid);


--
-- Name: api_keys_uid; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX api_keys_uid ON identity.api_keys USING btree (uid);


--
-- Name: devices_uid; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX devices_uid ON identity.devices USING btree (uid);


--
-- Name: guests_seen; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX guests_seen ON identity.guests USING btree (last_seen_at);


--
-- Name: login_budgets_time; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX login_budgets_time ON identity.login_budgets USING btree (spent_until);


--
-- Name: sessions_expiry; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX sessions_expiry ON identity.sessions USING btree (expires_at);


--
-- Name: sessions_uid; Type: INDEX; Schema: identity; Owner: -
--

CREATE INDEX sessions_uid ON identity.sessions USING btree (uid);


--
-- PostgreSQL database dump complete
--


